import { type RawBuilder, sql } from 'kysely'
import { environmentTiers } from '#contract/deploy/environments/environment-words.ts'
import type { Allowed } from '#server/access/load.ts'
import { visibleEnvironments, visibleIssuables } from '#server/access/visible.ts'
import type { MergeRequestRow } from '#server/code/merge-requests/find.ts'
import { commitOf, repositoryOf } from '#server/code/repository/open.ts'
import type { Context } from '#server/context.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import type { IssuableRow } from '#server/plan/issuables/find.ts'
import { commitsContaining } from '#server/platform/git/refs/merge-request-refs.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { currentDeployment } from '../present.ts'

/** Environments that a line on another page names. */
const mostShown = 20
/** Environments that are compared with a commit: those that were deployed to last. */
const mostCompared = 100

const e = columnsOf('environments', 'e')
const byTier = sql`array_position(${[...environmentTiers]}::text[], e.tier), e.name`

/** The environments that have a merge request now: it came with a deployment, and no rollback has removed it since. */
export const whereMergeRequest = (ctx: Context, { id, namespaceId }: MergeRequestRow) =>
  show(ctx, namespaceId, sql`dm.merge_request_id = ${id}`)

/** The environments that have the merge requests that close an issue, as far as the viewer can read these. */
export const whereIssue = (ctx: Context, { id, namespaceId }: IssuableRow) =>
  show(
    ctx,
    namespaceId,
    sql`dm.merge_request_id in (select mc.merge_request_id from merge_request_closes_issues mc
      join merge_requests mr on mr.id = mc.merge_request_id join issuables i on i.id = mr.id
      where mc.issue_id = ${id} and mr.merged_at is not null and ${visibleIssuables(ctx.actor, 'i', { series: 'merge_request' })})`,
  )

async function show(ctx: Context, projectId: number, isIt: RawBuilder<unknown>) {
  const { rows } = await sql<{ json: string }>`
    with moves as (select distinct on (d.environment_id, dm.merge_request_id) d.environment_id, d.finished_at, dm.is_removed
      from deployment_merge_requests dm join deployments d on d.id = dm.deployment_id and d.status = 'success'
      where ${isIt} order by d.environment_id, dm.merge_request_id, d.finished_at desc, d.id desc),
    places as (select environment_id, max(finished_at) as finished_at from moves where not is_removed group by environment_id)
    select coalesce(json_agg(${shown(sql`e.finished_at`)} order by ${byTier}), '[]')::text as json
    from (select e.*, places.finished_at from places join environments e on e.id = places.environment_id and e.state = 'available'
        order by ${byTier} limit ${mostShown}) e
      join namespaces n on n.id = e.namespace_id join projects p on p.id = e.namespace_id
    where ${visibleEnvironments(ctx.actor, 'n', 'p')}`.execute(ctx.db)
  return present(projectId, rows[0]?.json)
}

const shown = (finishedAt: RawBuilder<unknown>) =>
  object({ ...e.fields('id', 'name', 'tier'), project_path: sql`n.full_path`, finished_at: sql`iso(${finishedAt})` })

function present(projectId: number, json = '[]') {
  return { projectId, environments: new RawJson(json) }
}

/** The environments whose deployment contains a commit, as git has it. @throws NotFound  no such commit */
export async function whereCommit(
  ctx: Context,
  project: Allowed<'project:read-environments', ProjectRow>,
  sha: string,
) {
  const { rows } = await sql<{
    id: number
    sha: string
  }>`select e.id, d.sha from environments e join deployments d on d.id = (${currentDeployment})
    where e.namespace_id = ${project.id} and e.state = 'available' order by d.finished_at desc limit ${mostCompared}`.execute(
    ctx.db,
  )
  const dir = await repositoryOf(ctx, project)
  if (rows.length === 0 || dir === null) return present(project.id)
  const { commitId } = await commitOf(ctx, project, sha, 'Commit')
  const containing = await commitsContaining(
    dir,
    commitId,
    rows.map(row => row.sha),
  ).catch(() => new Set<string>())
  const ids = rows.filter(row => containing.has(row.sha)).map(row => row.id)
  const { rows: found } = await sql<{ json: string }>`
    select coalesce(json_agg(${shown(sql`d.finished_at`)} order by ${byTier}), '[]')::text as json
    from environments e join deployments d on d.id = (${currentDeployment}) join namespaces n on n.id = e.namespace_id
    where e.id = any (${ids}::bigint[])`.execute(ctx.db)
  return present(project.id, found[0]?.json)
}
