import { type RawBuilder, sql } from 'kysely'
import type { listPipelines } from '#contract/code/commits/pipelines.ts'
import type { RefKind } from '#contract/code/ref-kinds.ts'
import type { InputOf } from '#contract/operation.ts'
import type { ReadableProject } from '#server/code/collaboration/readable.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { momentsBetween } from '#server/platform/sql/moments-between.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { pageOfJson } from '#server/slice.ts'
import { pipelineBasicJson, pipelineJson, pipelineSource } from './present.ts'

const scopes = {
  running: sql`pl.status = 'running'`,
  pending: sql`pl.status = 'pending'`,
  finished: sql`pl.status in ('success', 'failed', 'canceled')`,
  branches: sql`not pl.is_tag`,
  tags: sql`pl.is_tag`,
} as const

const orders = {
  id: sql`pl.id`,
  status: sql`pl.status`,
  ref: sql`pl.ref`,
  updated_at: sql`pl.updated_at`,
  user_id: sql`pl.user_id`,
} as const

export interface PipelineFilters {
  readonly scope?: keyof typeof scopes
  readonly ids?: readonly number[]
  readonly refKind?: RefKind
  readonly status?: string
  readonly ref?: string
  readonly sha?: string
  readonly source?: string
  readonly username?: string
  readonly updatedAfter?: string
  readonly updatedBefore?: string
}

/** The condition on `pipelines pl` of the pipelines of projects. */
export function pipelinesWhere(projectIds: readonly number[], filters: PipelineFilters): RawBuilder<unknown> {
  const { ids, refKind, scope, status, ref, sha, source, username, updatedAfter, updatedBefore } = filters
  return sql.join(
    [
      sql`pl.namespace_id = any (${[...projectIds]}::bigint[])`,
      ...(ids === undefined ? [] : [sql`pl.id = any (${[...ids]}::bigint[])`]),
      ...(refKind === undefined ? [] : [refKind === 'tag' ? scopes.tags : scopes.branches]),
      ...(scope === undefined ? [] : [scopes[scope]]),
      ...(status === undefined ? [] : [sql`pl.status = ${status}`]),
      ...(ref === undefined ? [] : [sql`pl.ref = ${ref}`]),
      ...(sha === undefined ? [] : [sql`pl.sha = ${sha}`]),
      ...(source === undefined || source === pipelineSource ? [] : [sql`false`]),
      ...(username === undefined
        ? []
        : [sql`pl.user_id = (select u.id from users u where lower(u.username) = lower(${username}))`]),
      ...momentsBetween('pl.updated_at', { after: updatedAfter, before: updatedBefore, ends: 'exclusive' }),
    ],
    sql` and `,
  )
}

export function showPipelines(ctx: Context, project: ReadableProject, input: InputOf<typeof listPipelines>) {
  const { orderBy = 'id', sort = 'desc' } = input
  const way = sort === 'asc' ? sql`asc` : sql`desc`
  return pageOfJson<never>(ctx, input, {
    item: pipelineBasicJson(ctx.services.settings),
    matching: sql`pipelines pl where ${pipelinesWhere([project.id], input)}`,
    order: sql`${orders[orderBy]} ${way}, pl.id ${way}`,
  })
}

/** @throws NotFound */
export async function showPipeline(ctx: Context, project: ReadableProject, pipelineId: number): Promise<RawJson> {
  return onePipeline(ctx, sql`pl.namespace_id = ${project.id} and pl.id = ${pipelineId}`)
}

/** @param where  on `pipelines pl`; of several, the newest. @throws NotFound */
export async function onePipeline(ctx: Context, where: RawBuilder<unknown>): Promise<RawJson> {
  const { rows } = await sql<{ shown: string }>`select ${pipelineJson(ctx.services.settings)}::text as shown
    from pipelines pl where ${where} order by pl.id desc limit 1`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw new NotFound('Pipeline')
  return new RawJson(row.shown)
}
