import { sql } from 'kysely'
import type { PipelineState } from '#contract/code/commits/pipeline-status.ts'
import type { createCommitStatus } from '#contract/code/commits/pipelines.ts'
import { pipelinesTopic } from '#contract/live-topics.ts'
import type { InputOf } from '#contract/operation.ts'
import { isWebAddress } from '#contract/web-address.ts'
import type { Allowed } from '#server/access/load.ts'
import { type Context, transact, userIdOf } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { shortRefName } from '#server/platform/git/refs/full-name.ts'
import { containingRefs, findRef } from '#server/platform/git/refs/refs.ts'
import { commitOf } from '../repository/open.ts'
import './events.ts'
import { messages } from './messages.ts'

type Reportable = Allowed<'project:report-status', ProjectRow>
type Report = Omit<InputOf<typeof createCommitStatus>, 'id'>

interface StatusTarget {
  readonly sha: string
  readonly ref: string
  readonly isTag: boolean
}

interface PipelineRow {
  readonly id: number
  readonly status: PipelineState
}

/**
 * Report the status of a commit. A status that waits or runs is changed; one that is finished is kept, and the new one takes
 * its place. The pipeline of the commit on its ref, made by the first report, has the status that follows from all of them.
 *
 * @returns the id of the status
 * @throws NotFound  no such commit, ref or pipeline
 */
export async function reportStatus(ctx: Context, project: Reportable, report: Report): Promise<number> {
  if (report.targetUrl && !isWebAddress(report.targetUrl)) throw new Invalid({ targetUrl: [messages.webAddress] })
  const target = await targetOf(ctx, project, report)
  return transact(ctx, async inner => {
    const { pipeline, isNew } = await lockedPipeline(inner, project, target)
    const statusId = await writeStatus(inner, project, target, pipeline.id, report)
    const status = await combine(inner, pipeline.id)
    await inner.events.record(
      'pipeline.changed',
      {
        projectId: project.id,
        pipelineId: pipeline.id,
        sha: target.sha,
        ref: target.ref,
        before: isNew ? null : pipeline.status,
        status,
      },
      { namespaceId: project.id, topics: [pipelinesTopic(project.id)] },
    )
    const { targetUrl = null } = report
    await inner.events.record(
      'commit_status.reported',
      { projectId: project.id, name: nameOf(report), state: report.state, targetUrl, ...target },
      { namespaceId: project.id },
    )
    return statusId
  })
}

const nameOf = ({ name, context }: Report): string => name || context || 'default'

async function targetOf(ctx: Context, project: Reportable, report: Report): Promise<StatusTarget> {
  const { dir, commitId: sha } = await commitOf(ctx, project, report.sha, 'Commit')
  if (report.pipelineId !== undefined) {
    const { rows } = await sql<StatusTarget>`select sha, ref, is_tag from pipelines
      where id = ${report.pipelineId} and namespace_id = ${project.id} and sha = ${sha}`.execute(ctx.db)
    if (rows[0] === undefined) throw new NotFound('Pipeline')
    return rows[0]
  }
  const asked = report.ref === undefined ? undefined : shortRefName(report.ref)
  if (asked === undefined || asked === '') {
    const head = await findRef(dir, 'branch', project.defaultBranch)
    if (head?.commitId === sha) return { sha, ref: head.name, isTag: false }
    const [branch] = (await containingRefs(dir, sha, { kinds: ['branch'], limit: 1 })).refs
    if (branch === undefined) throw new NotFound('References for commit')
    return { sha, ref: branch.name, isTag: false }
  }
  if ((await findRef(dir, 'branch', asked)) !== null) return { sha, ref: asked, isTag: false }
  if ((await findRef(dir, 'tag', asked)) !== null) return { sha, ref: asked, isTag: true }
  throw new NotFound('Reference')
}

/** The pipeline of a commit on a ref, locked; made where there is none. */
async function lockedPipeline(
  ctx: Context,
  project: Reportable,
  { sha, ref, isTag }: StatusTarget,
): Promise<{ readonly pipeline: PipelineRow; readonly isNew: boolean }> {
  const lock = async () => {
    const { rows } = await sql<PipelineRow>`select id, status from pipelines
      where namespace_id = ${project.id} and sha = ${sha} and ref = ${ref} for no key update`.execute(ctx.db)
    return rows[0]
  }
  const known = await lock()
  if (known !== undefined) return { pipeline: known, isNew: false }
  // First reports of a commit come at the same time: the counter lets one of them make the pipeline.
  await sql`insert into iid_counters as c (namespace_id, series, value) values (${project.id}, 'pipeline', 0)
    on conflict (namespace_id, series) do update set value = c.value`.execute(ctx.db)
  const { rows: made } = await sql<PipelineRow>`
    with counter as (update iid_counters set value = value + 1 where namespace_id = ${project.id} and series = 'pipeline'
      and not exists (select 1 from pipelines where namespace_id = ${project.id} and sha = ${sha} and ref = ${ref}) returning value)
    insert into pipelines (namespace_id, iid, sha, ref, is_tag, status, user_id, created_at, updated_at)
    select ${project.id}, value, ${sha}, ${ref}, ${isTag}::boolean, 'pending', ${userIdOf(ctx)}::bigint, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    from counter returning id, status`.execute(ctx.db)
  const pipeline = made[0] ?? (await lock())
  if (pipeline === undefined) throw new Error('The pipeline was deleted while its status was being reported')
  return { pipeline, isNew: made[0] !== undefined }
}

async function writeStatus(
  ctx: Context,
  project: Reportable,
  { sha, ref }: StatusTarget,
  pipelineId: number,
  report: Report,
): Promise<number> {
  const { state, targetUrl, description, coverage } = report
  const name = nameOf(report)
  const startedAt = sql`case when ${state} = 'running' then ${ctx.now}::timestamptz end`
  const finishedAt = sql`case when ${state} not in ('pending', 'running') then ${ctx.now}::timestamptz end`
  const kept = (column: string, value: unknown, type: 'text' | 'double precision') =>
    value === undefined ? sql.ref(column) : sql`${value}::${sql.raw(type)}`
  const { rows: changed } = await sql<{ id: number }>`
    update commit_statuses set status = ${state}, started_at = coalesce(started_at, ${startedAt}), finished_at = ${finishedAt},
      target_url = ${kept('target_url', targetUrl, 'text')}, description = ${kept('description', description, 'text')},
      coverage = ${kept('coverage', coverage, 'double precision')}
    where pipeline_id = ${pipelineId} and name = ${name} and not is_replaced and status in ('pending', 'running')
    returning id`.execute(ctx.db)
  if (changed[0] !== undefined) return changed[0].id
  await sql`update commit_statuses set is_replaced = true
    where pipeline_id = ${pipelineId} and name = ${name} and not is_replaced`.execute(ctx.db)
  const { rows } = await sql<{ id: number }>`
    insert into commit_statuses (namespace_id, pipeline_id, sha, ref, name, status, target_url, description, coverage, author_id,
      started_at, finished_at, created_at)
    values (${project.id}, ${pipelineId}, ${sha}, ${ref}, ${name}, ${state}, ${targetUrl ?? null}, ${description ?? null},
      ${coverage ?? null}::double precision, ${userIdOf(ctx)}::bigint, ${startedAt}, ${finishedAt}, ${ctx.now}::timestamptz)
    returning id`.execute(ctx.db)
  return rows[0]?.id ?? 0
}

/** Give a pipeline the status that follows from those of its commit: one that failed counts once nothing runs any more. */
async function combine(ctx: Context, pipelineId: number): Promise<PipelineState> {
  const { rows } = await sql<{ status: PipelineState }>`
    update pipelines pl set updated_at = ${ctx.now}::timestamptz, status = all_of.status, started_at = all_of.started_at,
      finished_at = case when all_of.status not in ('pending', 'running') then all_of.finished_at end
    from (select case
        when bool_and(status = 'skipped') then 'skipped'
        when bool_and(status in ('success', 'skipped')) then 'success'
        when bool_and(status in ('canceled', 'success', 'skipped')) then 'canceled'
        when bool_and(status in ('pending', 'skipped')) then 'pending'
        when bool_or(status in ('running', 'pending')) then 'running'
        else 'failed' end as status,
      min(coalesce(started_at, created_at)) as started_at, max(finished_at) as finished_at
      from commit_statuses where pipeline_id = ${pipelineId} and not is_replaced) all_of
    where pl.id = ${pipelineId} returning pl.status`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw new Error('The pipeline was deleted while its status was being reported')
  return row.status
}
