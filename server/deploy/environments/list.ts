import { type RawBuilder, sql } from 'kysely'
import type { listDeploymentMergeRequests, listDeployments } from '#contract/deploy/environments/deployments.ts'
import type { listEnvironments } from '#contract/deploy/environments/environments.ts'
import type { InputOf } from '#contract/operation.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { load } from '#server/access/load.ts'
import { listMergeRequests } from '#server/code/merge-requests/list/list.ts'
import type { Context } from '#server/context.ts'
import { Malformed, NotFound } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { containing } from '#server/platform/sql/like.ts'
import { object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { pageOfJson } from '#server/slice.ts'
import { deployRights, describeAccess } from '../protected-environments/rules.ts'
import type { DeploymentRow } from './find.ts'
import { messages } from './messages.ts'
import { approvalJson, approvalsJson, deploymentFields, environmentDetailJson, environmentFields } from './present.ts'
import { pendingApprovals } from './review.ts'

/** Characters of a search for environments. */
const shortestSearch = 3

/** @throws Malformed  both a name and a search, or too short a search */
export function showEnvironments(
  ctx: Context,
  project: { readonly id: number },
  input: InputOf<typeof listEnvironments>,
) {
  const { name, search, states } = input
  if (name !== undefined && search !== undefined) throw new Malformed(messages.nameOrSearch)
  if (search !== undefined && search.length < shortestSearch) throw new Malformed(messages.shortSearch(shortestSearch))
  const conditions = [
    sql`e.namespace_id = ${project.id}`,
    ...(name === undefined ? [] : [sql`e.name = ${name}`]),
    ...(search === undefined ? [] : [sql`e.name ilike ${containing(search)}`]),
    ...(states === undefined ? [] : [sql`e.state = ${states}`]),
  ]
  return pageOfJson<never>(ctx, input, {
    item: object(environmentFields),
    matching: sql`environments e where ${sql.join(conditions, sql` and `)}`,
    order: sql`e.name`,
  })
}

/** @throws NotFound */
export async function showEnvironment(ctx: Context, id: number): Promise<RawJson> {
  const { rows } = await sql<{ shown: string }>`select ${environmentDetailJson(ctx.services.settings)}::text as shown
    from environments e where e.id = ${id}`.execute(ctx.db)
  if (rows[0] === undefined) throw new NotFound('Environment')
  return new RawJson(rows[0].shown)
}

const orders = {
  id: sql`d.id`,
  iid: sql`d.iid`,
  created_at: sql`d.created_at`,
  updated_at: sql`d.updated_at`,
  finished_at: sql`d.finished_at`,
  ref: sql`d.ref`,
} as const

const deployments = sql`deployments d join environments e on e.id = d.environment_id`

export function showDeployments(
  ctx: Context,
  project: { readonly id: number },
  input: InputOf<typeof listDeployments>,
) {
  const { orderBy = 'id', sort = 'asc', environment, status } = input
  const { updatedAfter, updatedBefore, finishedAfter, finishedBefore } = input
  const since = (column: RawBuilder<unknown>, at: string | undefined, sign: '>' | '<') =>
    at === undefined ? [] : [sql`${column} ${sql.raw(sign)} ${at}::timestamptz`]
  const conditions = [
    sql`d.namespace_id = ${project.id}`,
    ...(environment === undefined ? [] : [sql`e.name = ${environment}`]),
    ...(status === undefined ? [] : [sql`d.status = ${status}`]),
    ...since(orders.updated_at, updatedAfter, '>'),
    ...since(orders.updated_at, updatedBefore, '<'),
    ...since(orders.finished_at, finishedAfter, '>'),
    ...since(orders.finished_at, finishedBefore, '<'),
  ]
  const way = sort === 'asc' ? sql`asc` : sql`desc`
  return pageOfJson<never>(ctx, input, {
    item: object(deploymentFields(ctx.services.settings)),
    matching: sql`${deployments} where ${sql.join(conditions, sql` and `)}`,
    order: sql`${orders[orderBy]} ${way} nulls last, d.id ${way}`,
  })
}

/** DeploymentDetail: the deployment with its approvals, rule by rule. @throws NotFound */
export async function showDeployment(
  ctx: Context,
  deployment: Pick<DeploymentRow, 'id' | 'namespaceId' | 'status' | 'environment'> & {
    readonly facts: NamespaceFacts
  },
): Promise<RawJson> {
  const { settings } = ctx.services
  const { id, namespaceId: projectId, facts, environment } = deployment
  const { rules } = await deployRights(ctx, { id: projectId, facts }, environment)
  const ofRule = (ruleId: number | null) =>
    approvalsJson(settings, ruleId === null ? sql`da.rule_id is null` : sql`da.rule_id = ${ruleId}`)
  const shownRules = rules.flatMap(rule =>
    rule.access === null
      ? []
      : [
          object({
            id: sql.lit(rule.access.id),
            user_id: sql.lit(rule.access.userId),
            group_id: sql.lit(rule.access.groupId),
            access_level: sql.lit(rule.access.accessLevel),
            access_level_description: sql`${describeAccess(rule.access)}::text`,
            required_approvals: sql.lit(rule.requiredApprovals),
            deployment_approvals: ofRule(rule.id),
          }),
        ],
  )
  const pending = await pendingApprovals(ctx, id, rules)
  const { rows } = await sql<{ shown: string }>`select ${object({
    ...deploymentFields(settings),
    pending_approval_count: sql`case when d.status = 'blocked' then ${sql.lit(pending)} else 0 end`,
    approvals: approvalsJson(settings),
    approval_summary: object({
      rules: shownRules.length === 0 ? sql`'[]'::json` : sql`json_build_array(${sql.join(shownRules)})`,
    }),
  })}::text as shown from ${deployments} where d.id = ${id}`.execute(ctx.db)
  if (rows[0] === undefined) throw new NotFound('Deployment')
  return new RawJson(rows[0].shown)
}

export async function showApproval(ctx: Context, id: number): Promise<RawJson> {
  const { rows } = await sql<{ shown: string }>`select ${approvalJson(ctx.services.settings)}::text as shown
    from deployment_approvals da where da.id = ${id}`.execute(ctx.db)
  return new RawJson(rows[0]?.shown ?? '{}')
}

/** The merge requests that came with a deployment, as far as the actor may read merge requests. @throws NotFound  they may not */
export async function showMergeRequestsOf(
  ctx: Context,
  { id, namespaceId }: DeploymentRow,
  input: Omit<InputOf<typeof listDeploymentMergeRequests>, 'id' | 'deploymentId'>,
) {
  const project = await load(ctx, 'project:read-merge-requests', projectByRef, { id: namespaceId })
  return listMergeRequests(ctx, { kind: 'project', project }, input, input, [
    sql`i.id in (select dm.merge_request_id from deployment_merge_requests dm where dm.deployment_id = ${id} and not dm.is_removed)`,
  ])
}
