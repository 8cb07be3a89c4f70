import { type RawBuilder, sql } from 'kysely'
import type { getMergeRequestPipelinesPage } from '#contract/code/merge-requests/merge-request-pages.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { visibleCode } from '#server/access/visible.ts'
import type { Actor, Context } from '#server/context.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { arrayOf, columnsOf, object } from '#server/platform/sql/shape.ts'
import type { Shown } from '#server/slice.ts'
import { repositoryOf } from '../../repository/open.ts'
import type { ReadableMergeRequest } from '../find.ts'

const cs = columnsOf('commitStatuses', 'cs')

type Reply = ReplyOf<typeof getMergeRequestPipelinesPage>

/**
 * `from ... where` of the pipelines `pl` of the heads of a merge request's versions: in its project, and in the project of its source
 * branch, if the reader can see the code there.
 */
export const pipelinesOfVersions = (
  actor: Actor,
  mergeRequestId: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`merge_requests pmr join issuables pi on pi.id = pmr.id
  join pipelines pl on pl.namespace_id in (pi.namespace_id, pmr.source_project_id)
    and pl.sha in (select v.head_sha from merge_request_versions v where v.merge_request_id = pmr.id)
  join namespaces pn on pn.id = pl.namespace_id join projects pp on pp.id = pn.id
  where pmr.id = ${mergeRequestId} and ${visibleCode(actor, 'pn', 'pp')}`

const maxPipelines = 100
/** The limit of checks of one pipeline. */
const maxChecks = 100
/** The worst statuses first: failures, then those that are not finished. */
const gravest = sql`array['failed', 'running', 'pending', 'canceled', 'skipped', 'success']`

/** The number of these pipelines, up to as many as the page shows, as SQL. */
export const pipelineCountSql = (actor: Actor, mergeRequestId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select count(*) from (select from ${pipelinesOfVersions(actor, mergeRequestId)} limit ${sql.lit(maxPipelines)}) counted)`

/** The pipelines of a merge request with their checks, newest first. */
export async function showPipelines(ctx: Context, { id, namespaceId }: ReadableMergeRequest): Promise<Shown<Reply>> {
  const { rows } = await sql<Omit<Reply['pipelines'][number], 'title'>>`
    select pl.id, pl.status, pn.full_path as namespace, pl.sha, pl.ref, iso(pl.updated_at) as "updatedAt",
      ${arrayOf(
        object({ status: sql`c.status`, count: sql`c.count` }),
        sql`from (select cs.status, count(*)::integer as count from commit_statuses cs
          where cs.pipeline_id = pl.id and not cs.is_replaced group by cs.status) c`,
        sql`c.status`,
      )} as counts,
      ${arrayOf(
        sql`c.shown`,
        sql`from (select array_position(${gravest}, cs.status) as rank, cs.name, ${object({
          ...cs.fields('id', 'name', 'status', 'description'),
          targetUrl: cs('targetUrl'),
          durationSeconds: sql`extract(epoch from cs.finished_at - cs.started_at)::integer`,
        })} as shown
          from commit_statuses cs where cs.pipeline_id = pl.id and not cs.is_replaced
          order by 1, 2 limit ${maxChecks}) c`,
        sql`c.rank, c.name`,
      )} as checks
    from ${pipelinesOfVersions(ctx.actor, sql`${id}::bigint`)} order by pl.id desc limit ${maxPipelines}`.execute(
    ctx.db,
  )
  // Heads from a fork are kept in the project that they are to be merged into.
  const dir = await repositoryOf(ctx, { id: namespaceId })
  const commits = dir === null ? [] : await readCommits(dir, [...new Set(rows.map(({ sha }) => sha))])
  const titles = new Map(commits.flatMap(commit => (commit === null ? [] : [[commit.id, commit.title] as const])))
  return { pipelines: rows.map(row => ({ ...row, title: titles.get(row.sha) ?? null })) }
}
