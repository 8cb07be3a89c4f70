import { type RawBuilder, sql } from 'kysely'
import type { environmentPage, environmentsPage } from '#contract/deploy/environments/environment-pages.ts'
import { environmentTiers } from '#contract/deploy/environments/environment-words.ts'
import type { InputOf } from '#contract/operation.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import { repositoryOf } from '#server/code/repository/open.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import { NotFound } from '#server/errors.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { containing } from '#server/platform/sql/like.ts'
import { arrayOf, columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import type { Settings } from '#server/settings.ts'
import { currentFreeze } from '../../freeze-periods/periods.ts'
import { deployRights, isProtectedSql } from '../../protected-environments/rules.ts'
import type { EnvironmentRow } from '../find.ts'
import { approvalsJson, currentDeployment } from '../present.ts'

interface PageProject {
  readonly id: number
  readonly facts: NamespaceFacts
}

/** A part of a reply that shows a deployment, in the names of the wire. */
interface WithSha {
  readonly sha: string
  commit_title: string | null
}

const d = columnsOf('deployments', 'd')
const e = columnsOf('environments', 'e')

/** DeploymentOnPage of `deployments d`; its title is filled in later. */
const deploymentOnPage = (settings: Settings) => ({
  ...d.fields('id', 'iid', 'status', 'ref', 'sha', 'targetUrl', 'inFreeze'),
  tag: d('isTag'),
  commit_title: sql.lit(null),
  user: sql`(select ${userBasicJson(settings, 'du')} from users du where du.id = d.user_id)`,
  ...d.moments('createdAt', 'finishedAt'),
  rollback: d('isRollback'),
})

const oneDeployment = (settings: Settings, where: RawBuilder<unknown>) =>
  sql`(select ${object(deploymentOnPage(settings))} from deployments d where ${where})`

const environmentOnPage = (settings: Settings) => ({
  ...e.fields('id', 'name', 'tier', 'state', 'externalUrl'),
  is_protected: isProtectedSql,
  current: oneDeployment(settings, sql`d.id = (${currentDeployment})`),
})

const described = { ...e.fields('description', 'autoStopIn'), ...e.moments('autoStopAt') }

const byTier = sql`array_position(${[...environmentTiers]}::text[], e.tier)`

const perPage = 30

/** The environments of a project, by tier. */
export async function showEnvironmentsPage(
  ctx: Context,
  project: PageProject,
  { state = 'available', search = '', page = 1 }: Omit<InputOf<typeof environmentsPage>, 'namespace'>,
) {
  const { settings } = ctx.services
  const latest = sql`(select ld.id from deployments ld where ld.environment_id = e.id order by ld.id desc limit 1)`
  const { rows } = await sql<{ json: string }>`select ${object({
    ...environmentOnPage(settings),
    upcoming: oneDeployment(settings, sql`d.id = ${latest} and d.id is distinct from (${currentDeployment})`),
  })}::text as json
    from environments e where e.namespace_id = ${project.id} and e.state = ${state} and e.name ilike ${containing(search)}
    order by ${byTier}, e.name limit ${perPage + 1} offset ${(page - 1) * perPage}`.execute(ctx.db)
  const { rows: counted } = await sql<{ available: number; stopped: number }>`select
      count(*) filter (where state = 'available')::integer as available, count(*) filter (where state = 'stopped')::integer as stopped
    from environments where namespace_id = ${project.id}`.execute(ctx.db)
  interface Row {
    readonly current: WithSha | null
    readonly upcoming: WithSha | null
  }
  // The text is that of the statement above.
  const shown = rows.slice(0, perPage).map(({ json }): Row => JSON.parse(json))
  await addTitles(
    ctx,
    project,
    shown.flatMap(({ current, upcoming }) => [current, upcoming]),
  )
  return {
    ...(await frame(ctx, project)),
    environments: new RawJson(JSON.stringify(shown)),
    hasNext: rows.length > perPage,
    counts: counted[0] ?? { available: 0, stopped: 0 },
  }
}

/** Environments on the overview of a project. */
const mostOnHome = 4

/** The deployments that the environments of a project have, for its overview. One statement, and the titles from git. */
export async function showDeployedProject(ctx: Context, project: PageProject) {
  const { rows } = await sql<{ json: string; count: number }>`
    select ${object(environmentOnPage(ctx.services.settings))}::text as json,
      (select count(*)::integer from environments every where every.namespace_id = ${project.id} and every.state = 'available') as count
    from environments e where e.namespace_id = ${project.id} and e.state = 'available'
      and exists (select 1 from deployments done where done.environment_id = e.id and done.status = 'success')
    order by ${byTier}, e.name limit ${mostOnHome}`.execute(ctx.db)
  // The text is that of the statement above.
  const shown = rows.map(({ json }): { readonly current: WithSha } => JSON.parse(json))
  await addTitles(
    ctx,
    project,
    shown.map(({ current }) => current),
  )
  return {
    projectId: project.id,
    environments: new RawJson(JSON.stringify(shown)),
    count: rows[0]?.count ?? 0,
  }
}

/** The form of an environment. @throws NotFound  it was deleted meanwhile */
export async function showEditEnvironmentPage(
  ctx: Context,
  environment: Pick<EnvironmentRow, 'id' | 'project'> & { readonly facts: NamespaceFacts },
) {
  const { id, project, facts } = environment
  const { rows } = await sql<{
    json: string
  }>`select ${object(e.fields('id', 'name', 'tier', 'externalUrl'))}::jsonb || ${object(
    described,
  )}::jsonb as json from environments e where e.id = ${id}`.execute(ctx.db)
  if (rows[0] === undefined) throw new NotFound('Environment')
  return {
    namespace: await showHeader(ctx, { id: project.id, facts }),
    environment: new RawJson(JSON.stringify(rows[0].json)),
  }
}

/** Merge requests and issues of a deployment that its row names. */
const mostNamed = 20

/** An environment with the history of its deployments. */
export async function showEnvironmentPage(
  ctx: Context,
  environment: EnvironmentRow & { readonly facts: NamespaceFacts },
  { page = 1 }: Pick<InputOf<typeof environmentPage>, 'page'>,
) {
  const { settings } = ctx.services
  const project = { id: environment.project.id, facts: environment.facts }
  const { rows: found } = await sql<{ json: string }>`select ${object({
    ...environmentOnPage(settings),
    ...described,
  })}::text as json from environments e where e.id = ${environment.id}`.execute(ctx.db)
  if (found[0] === undefined) throw new NotFound('Environment')
  interface Shown {
    readonly id: number
    readonly current: (WithSha & { readonly id: number }) | null
  }
  // The text is that of the statement above.
  const shown: Shown = JSON.parse(found[0].json)
  const rights = await deployRights(ctx, project, environment.name)
  const isApprover =
    may(ctx.actor, 'project:approve-deployment', project.facts) && rights.rules.some(rule => rule.isForActor)
  const required = rights.rules.map(
    rule => sql`greatest(0, ${sql.lit(rule.requiredApprovals)} - (select count(*) from deployment_approvals pa where pa.deployment_id = d.id
      and pa.status = 'approved' and pa.rule_id is not distinct from ${sql.lit(rule.id)}::bigint))`,
  )
  const readsRequests = may(ctx.actor, 'project:read-merge-requests', project.facts)
  const carried = readsRequests
    ? sql`from deployment_merge_requests dm join issuables i on i.id = dm.merge_request_id
        where dm.deployment_id = d.id and ${visibleIssuables(ctx.actor, 'i', { series: 'merge_request', within: project.facts })}`
    : sql`from deployment_merge_requests dm join issuables i on false where false`
  const { rows } = await sql<{ json: string }>`select ${object({
    ...deploymentOnPage(settings),
    is_current: sql`d.id = ${shown.current?.id ?? 0}`,
    merge_requests: arrayOf(
      object({ iid: sql`named.iid`, title: sql`named.title`, is_removed: sql`named.is_removed` }),
      sql`from (select i.iid, i.title, dm.is_removed ${carried} order by i.iid desc limit ${mostNamed}) named`,
      sql`named.iid desc`,
    ),
    merge_requests_count: sql`(select count(*)::integer ${carried})`,
    issues: arrayOf(
      object({ iid: sql`closed.iid`, title: sql`closed.title`, path: sql`closed.path` }),
      sql`from (select distinct i.id, i.iid, i.title, ${pagePathSql('i', 'cn', 'issue')} as path
        from deployment_merge_requests dm join merge_request_closes_issues mc on mc.merge_request_id = dm.merge_request_id
          join issuables i on i.id = mc.issue_id join namespaces cn on cn.id = i.namespace_id
        where dm.deployment_id = d.id and not dm.is_removed and ${sql.lit(readsRequests)} and ${visibleIssuables(ctx.actor, 'i', { series: 'issue' })}
        order by i.id limit ${mostNamed}) closed`,
      sql`closed.id`,
    ),
    approvals: approvalsJson(settings),
    pending_approvals: sql`case when d.status = 'blocked' then ${required.length === 0 ? sql`0` : sql.join(required, sql` + `)} else 0 end`,
    can_review: sql`d.status = 'blocked' and ${sql.lit(isApprover)} and d.user_id is distinct from ${userIdOf(ctx)}::bigint`,
  })}::text as json
    from deployments d where d.environment_id = ${environment.id} order by d.id desc limit ${perPage + 1} offset ${(page - 1) * perPage}`.execute(
    ctx.db,
  )
  const deployments = rows.slice(0, perPage).map(({ json }): WithSha => JSON.parse(json))
  await addTitles(ctx, project, [shown.current, ...deployments])
  return {
    ...(await frame(ctx, project)),
    environment: new RawJson(JSON.stringify(shown)),
    deployments: new RawJson(JSON.stringify(deployments)),
    hasNext: rows.length > perPage,
  }
}

/** The parts that the pages of environments share. */
async function frame(ctx: Context, project: PageProject) {
  return {
    namespace: await showHeader(ctx, project),
    freeze: await currentFreeze(ctx, project.id),
    permissions: {
      canUpdateEnvironments: may(ctx.actor, 'project:update-environments', project.facts),
      canAdminEnvironments: may(ctx.actor, 'project:admin-environments', project.facts),
      canReadCode: may(ctx.actor, 'project:read-code', project.facts),
    },
  }
}

/** Fill in the titles of the commits, for viewers who can read the code. */
async function addTitles(ctx: Context, project: PageProject, all: readonly (WithSha | null)[]): Promise<void> {
  const shown = all.filter(each => each !== null)
  const dir = may(ctx.actor, 'project:read-code', project.facts) ? await repositoryOf(ctx, project) : null
  if (dir === null || shown.length === 0) return
  const shas = [...new Set(shown.map(({ sha }) => sha))]
  const commits = await readCommits(dir, shas)
  const titles = new Map(shas.map((sha, index) => [sha, commits[index]?.title ?? null]))
  for (const deployment of shown) deployment.commit_title = titles.get(deployment.sha) ?? null
}
