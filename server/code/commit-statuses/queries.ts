import { sql } from 'kysely'
import type { getLatestPipeline, listCommitStatuses, pipelinePage } from '#contract/code/commits/pipelines.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import type { ReadableProject } from '#server/code/collaboration/readable.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { arrayOf } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { pageOfJson, type Shown } from '#server/slice.ts'
import { commitStatusJson, pipelineJson, statusStage } from '../pipelines/present.ts'
import { onePipeline } from '../pipelines/queries.ts'
import { commitOf, repositoryOf } from '../repository/open.ts'
import { presentPlace } from '../repository/present-on-page.ts'

/** @throws NotFound  no such commit */
export async function showCommitStatuses(
  ctx: Context,
  project: ReadableProject,
  input: InputOf<typeof listCommitStatuses>,
) {
  const { commitId } = await commitOf(ctx, project, input.sha, 'Commit')
  const { ref, name, stage, pipelineId, orderBy = 'id', sort = 'asc' } = input
  const conditions = [
    sql`cs.namespace_id = ${project.id} and cs.sha = ${commitId}`,
    ...(input.all ? [] : [sql`not cs.is_replaced`]),
    ...(ref === undefined ? [] : [sql`cs.ref = ${ref}`]),
    ...(name === undefined ? [] : [sql`cs.name = ${name}`]),
    ...(pipelineId === undefined ? [] : [sql`cs.pipeline_id = ${pipelineId}`]),
    ...(stage === undefined || stage === statusStage ? [] : [sql`false`]),
  ]
  const way = sort === 'asc' ? sql`asc` : sql`desc`
  return pageOfJson<never>(ctx, input, {
    item: commitStatusJson(ctx.services.settings),
    matching: sql`commit_statuses cs where ${sql.join(conditions, sql` and `)}`,
    order: orderBy === 'id' ? sql`cs.id ${way}` : sql`cs.pipeline_id ${way}, cs.id ${way}`,
  })
}

/** CommitStatus of one that was just reported. */
export async function showCommitStatus(ctx: Context, statusId: number): Promise<RawJson> {
  const { rows } = await sql<{ shown: string }>`select ${commitStatusJson(ctx.services.settings)}::text as shown
    from commit_statuses cs where cs.id = ${statusId}`.execute(ctx.db)
  return new RawJson(rows[0]?.shown ?? '{}')
}

/** The newest pipeline of a ref's commit. @throws NotFound  no such ref, or no pipeline of its commit */
export async function showLatestPipeline(
  ctx: Context,
  project: ReadableProject,
  { ref }: InputOf<typeof getLatestPipeline>,
) {
  const name = ref || project.defaultBranch
  const { commitId } = await commitOf(ctx, project, name, 'Pipeline')
  return onePipeline(ctx, sql`pl.namespace_id = ${project.id} and pl.sha = ${commitId} and pl.ref = ${name}`)
}

const statusesOnPage = 100

/** @throws NotFound */
export async function showPipelinePage(
  ctx: Context,
  project: ReadableProject,
  { pipelineId }: InputOf<typeof pipelinePage>,
): Promise<Shown<ReplyOf<typeof pipelinePage>>> {
  const { settings } = ctx.services
  type Page = ReplyOf<typeof pipelinePage>
  const { rows } = await sql<{ pipeline: unknown; sha: string; statuses: readonly unknown[] }>`
    select ${pipelineJson(settings)} as pipeline, pl.sha, ${arrayOf(
      sql`listed.shown`,
      sql`from (select cs.id, ${commitStatusJson(settings)} as shown from commit_statuses cs
        where cs.pipeline_id = pl.id and not cs.is_replaced order by cs.id limit ${statusesOnPage + 1}) listed`,
      sql`listed.id`,
    )} as statuses
    from pipelines pl where pl.namespace_id = ${project.id} and pl.id = ${pipelineId}`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw new NotFound('Pipeline')
  const dir = await repositoryOf(ctx, project)
  const [commit] = dir === null ? [] : await readCommits(dir, [row.sha])
  return {
    place: await presentPlace(ctx, project, false),
    pipeline: new RawJson(JSON.stringify(row.pipeline)),
    commitTitle: commit?.title ?? null,
    statuses: new RawJson(JSON.stringify(row.statuses.slice(0, statusesOnPage))),
    isCut: row.statuses.length > statusesOnPage,
  } satisfies Shown<Page>
}
