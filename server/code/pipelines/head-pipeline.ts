import { type RawBuilder, sql } from 'kysely'
import type { PipelineMark } from '#contract/code/code-pages.ts'
import type { PipelineState } from '#contract/code/commits/pipeline-status.ts'
import { visibleCode } from '#server/access/visible.ts'
import type { Actor, Context } from '#server/context.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import type { Settings } from '#server/settings.ts'
import { pipelineBasicJson, pipelineJson } from './present.ts'

const pn = columnsOf('namespaces', 'pn')

interface Commit {
  /** The id of the project, as SQL. */
  readonly projectId: RawBuilder<unknown>
  readonly sha: RawBuilder<unknown>
  /** Prefer a pipeline of this branch to newer ones of other refs. */
  readonly ref?: RawBuilder<unknown>
}

const newestOf = ({ projectId, sha, ref }: Commit): RawBuilder<unknown> => sql`pipelines pl
  where pl.namespace_id = ${projectId} and pl.sha = ${sha} order by ${ref === undefined ? sql`` : sql`pl.ref = ${ref} desc,`} pl.id desc limit 1`

/** The newest pipeline of a commit as Pipeline, for a statement that has the commit; null without one. */
export const headPipelineJson = (settings: Settings, commit: Commit): RawBuilder<unknown> =>
  sql`(select ${pipelineJson(settings)} from ${newestOf(commit)})`

/** The same as PipelineBasic. */
export const headPipelineBasicJson = (settings: Settings, commit: Commit): RawBuilder<unknown> =>
  sql`(select ${pipelineBasicJson(settings)} from ${newestOf(commit)})`

/**
 * The status of the newest pipeline of a commit, as SQL: the one that a merge may wait for. Null without a pipeline.
 */
export const headPipelineStatus = (commit: Commit): RawBuilder<PipelineState | null> =>
  sql<PipelineState | null>`(select pl.status from ${newestOf(commit)})`

/** The newest pipeline of a commit as a page shows it, with the path of its project; null for a reader who may not read the code. */
export const headPipelineOnPage = (actor: Actor, commit: Commit): RawBuilder<unknown> =>
  sql`(select ${object({
    id: sql`shown.id`,
    status: sql`shown.status`,
    namespace: pn('fullPath'),
    checks: sql`(select ${object({
      total: sql`count(*)`,
      failed: sql`count(*) filter (where cs.status = 'failed')`,
      unfinished: sql`count(*) filter (where cs.status in ('pending', 'running'))`,
    })}
        from commit_statuses cs where cs.pipeline_id = shown.id and not cs.is_replaced)`,
  })}
    from (select pl.* from ${newestOf(commit)}) shown join namespaces pn on pn.id = shown.namespace_id
      join projects pp on pp.id = pn.id where ${visibleCode(actor, 'pn', 'pp')})`

/**
 * The newest pipeline of each of some commits of a project, by SHA. One statement, none for no commits.
 *
 * @param shas  at most a page of them
 */
export async function pipelineMarks(
  ctx: Context,
  projectId: number,
  shas: readonly string[],
): Promise<ReadonlyMap<string, PipelineMark>> {
  if (shas.length === 0) return new Map()
  const { rows } = await sql<PipelineMark & { readonly sha: string }>`
    select distinct on (pl.sha) pl.sha, pl.id, pl.status from pipelines pl
    where pl.namespace_id = ${projectId} and pl.sha = any (${[...new Set(shas)]}::text[])
    order by pl.sha, pl.id desc`.execute(ctx.db)
  return new Map(rows.map(({ sha, id, status }) => [sha, { id, status }]))
}

/**
 * The newest pipeline of each of some commits as PipelineBasic, for the API.
 *
 * @param shas  at most a page of them
 */
export async function lastPipelines(
  ctx: Context,
  projectId: number,
  shas: readonly string[],
): Promise<ReadonlyMap<string, LastPipeline>> {
  const { rows } = await sql<{ sha: string; status: PipelineState; shown: string }>`
    select distinct on (pl.sha) pl.sha, pl.status, ${pipelineBasicJson(ctx.services.settings)}::text as shown from pipelines pl
    where pl.namespace_id = ${projectId} and pl.sha = any (${[...shas]}::text[]) order by pl.sha, pl.id desc`.execute(
    ctx.db,
  )
  return new Map(rows.map(({ sha, status, shown }) => [sha, { status, shown: new RawJson(shown) }]))
}

export interface LastPipeline {
  readonly status: PipelineState
  /** PipelineBasic. */
  readonly shown: RawJson
}
