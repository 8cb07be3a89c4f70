import { type RawBuilder, sql } from 'kysely'
import { environmentPath } from '#contract/deploy/environments/environment-paths.ts'
import {
  type ApprovalStatus,
  approvalStatuses,
  type DeploymentStatus,
  deploymentStatuses,
  type EnvironmentTier,
  environmentTiers,
} from '#contract/deploy/environments/environment-words.ts'
import { gid } from '#contract/gid.ts'
import { load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { type PlaceNode, Project } from '#server/foundation/namespaces/nodes.ts'
import { UserCore, userNode } from '#server/foundation/users/fields.ts'
import { batch, groupedBy } from '#server/graphql/batch.ts'
import { bounded } from '#server/graphql/bounded.ts'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf, type PageArgs, pageArgs, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import type { Maybe } from '#server/graphql/maybe.ts'
import { mutation } from '#server/graphql/mutation.ts'
import { containing } from '#server/platform/sql/like.ts'
import { deploymentOf, projectOfDeployment } from './find.ts'
import { reviewDeployment } from './review.ts'

export interface EnvironmentNode {
  /** Null for a name that an alert gives, which is no environment of the project. */
  readonly id: number | null
  readonly name: string
  readonly slug: string | null
  readonly description: string | null
  readonly externalUrl: string | null
  readonly tier: EnvironmentTier | null
  readonly state: string | null
  readonly projectPath: string
  readonly createdAt: string | null
  readonly updatedAt: string | null
}

interface DeploymentNode {
  readonly id: number
  readonly iid: number
  readonly ref: string
  readonly tag: boolean
  readonly sha: string
  readonly status: DeploymentStatus
  readonly userId: number | null
  readonly environmentId: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly finishedAt: string | null
}

interface ApprovalNode {
  readonly deploymentId: number
  readonly userId: number
  readonly status: ApprovalStatus
  readonly comment: string | null
  readonly createdAt: string
}

const environmentColumns = sql`e.id, e.name, e.slug, e.description, e.external_url as "externalUrl", e.tier, e.state,
  n.full_path as "projectPath", iso(e.created_at) as "createdAt", iso(e.updated_at) as "updatedAt"`
const environmentTables = sql`environments e join namespaces n on n.id = e.namespace_id`

const deploymentColumns = sql`d.id, d.iid, d.ref, d.is_tag as tag, d.sha, d.status, d.user_id as "userId", d.environment_id as "environmentId",
  iso(d.created_at) as "createdAt", iso(d.updated_at) as "updatedAt", iso(d.finished_at) as "finishedAt"`

const approvalColumns = sql`da.deployment_id as "deploymentId", da.user_id as "userId", da.status, da.comment, iso(da.created_at) as "createdAt"`

interface NamedKey {
  readonly projectId: number
  readonly name: string
}

/** The environments of names, as alerts give them; the name alone where the project has none of it. */
export const environmentNamed = batch<NamedKey, EnvironmentNode>(
  async (ctx, keys) => {
    const { rows } = await sql<
      EnvironmentNode & NamedKey
    >`select e.namespace_id as "projectId", ${environmentColumns} from ${environmentTables}
      join projects p on p.id = e.namespace_id and p.environments_access_level <> 'disabled'
      join unnest(${keys.map(key => key.projectId)}::bigint[], ${keys.map(key => key.name)}::text[]) as asked (project_id, name)
        on asked.project_id = e.namespace_id and asked.name = e.name`.execute(ctx.db)
    const found = new Map(rows.map(row => [`${row.projectId} ${row.name}`, row]))
    return ({ projectId, name }) => found.get(`${projectId} ${name}`) ?? { ...noEnvironment, name }
  },
  ({ projectId, name }) => `${projectId} ${name}`,
)

const noEnvironment = {
  ...{ id: null, slug: null, description: null, externalUrl: null, tier: null, state: null, projectPath: '' },
  ...{ createdAt: null, updatedAt: null },
} as const

interface LastKey {
  readonly environmentId: number
  readonly status: DeploymentStatus
}

const lastDeployment = batch<LastKey, DeploymentNode | null>(
  async (ctx, keys) => {
    const { rows } = await sql<DeploymentNode>`select ${deploymentColumns}
      from unnest(${keys.map(key => key.environmentId)}::bigint[], ${keys.map(key => key.status)}::text[]) as asked (environment_id, status)
        cross join lateral (select * from deployments own where own.environment_id = asked.environment_id and own.status = asked.status
          order by own.finished_at desc nulls first, own.id desc limit 1) d`.execute(ctx.db)
    const found = new Map(rows.map(row => [`${row.environmentId} ${row.status}`, row]))
    return ({ environmentId, status }) => found.get(`${environmentId} ${status}`) ?? null
  },
  ({ environmentId, status }) => `${environmentId} ${status}`,
)

const approvalsOf = batch<number, readonly ApprovalNode[]>(async (ctx, ids) => {
  const { rows } = await sql<ApprovalNode>`select ${approvalColumns} from deployment_approvals da
    where da.deployment_id = any (${[...ids]}::bigint[]) order by da.id`.execute(ctx.db)
  return groupedBy(rows, row => row.deploymentId)
})

/** A few words as an enum, in upper case. */
const wordsAsEnum = <Word extends string>(values: readonly Word[]) =>
  Object.fromEntries(values.map(value => [value.toUpperCase(), { value }])) as Record<string, { readonly value: Word }>

const StatusEnum = builder.enumType('DeploymentStatus', { values: wordsAsEnum(deploymentStatuses) })
const TierEnum = builder.enumType('DeploymentTier', { values: wordsAsEnum(environmentTiers) })
const ApprovalStatusEnum = builder.enumType('DeploymentsApprovalStatus', { values: wordsAsEnum(approvalStatuses) })

const DeploymentApproval = builder.objectRef<ApprovalNode>('DeploymentApproval').implement({
  description: 'Approval or rejection of a deployment.',
  fields: t => ({
    user: t.field({ type: UserCore, resolve: ({ userId }, _args, context) => userNode(context, userId) }),
    status: t.field({ type: ApprovalStatusEnum, resolve: ({ status }) => status }),
    comment: t.exposeString('comment'),
    createdAt: t.field({ type: 'Time', resolve: ({ createdAt }) => createdAt }),
    updatedAt: t.field({ type: 'Time', resolve: ({ createdAt }) => createdAt }),
  }),
})

const Deployment = builder.objectRef<DeploymentNode>('Deployment').implement({
  description: 'Deployment of a commit to an environment.',
  fields: t => ({
    id: t.id({ nullable: false, resolve: ({ id }) => gid('Deployment', id) }),
    iid: t.id({ nullable: false, resolve: ({ iid }) => String(iid) }),
    ref: t.exposeString('ref'),
    tag: t.exposeBoolean('tag'),
    sha: t.exposeString('sha'),
    status: t.field({ type: StatusEnum, resolve: ({ status }) => status }),
    createdAt: t.field({ type: 'Time', resolve: ({ createdAt }) => createdAt }),
    updatedAt: t.field({ type: 'Time', resolve: ({ updatedAt }) => updatedAt }),
    finishedAt: t.field({ type: 'Time', resolve: ({ finishedAt }) => finishedAt }),
    triggerer: t.field({
      type: UserCore,
      resolve: ({ userId }, _args, context) => (userId === null ? null : userNode(context, userId)),
    }),
    approvals: t.field({
      type: [DeploymentApproval],
      resolve: async ({ id }, _args, context) => [...(await approvalsOf(context, id))],
    }),
  }),
})

const DeploymentConnection = connectionOf(Deployment)

export const Environment = builder.objectRef<EnvironmentNode>('Environment').implement({
  description: 'Environment to which a project is deployed. An alert may name one that the project does not have.',
  fields: t => ({
    id: t.id({ resolve: ({ id }) => (id === null ? null : gid('Environment', id)) }),
    name: t.exposeString('name', { nullable: false }),
    slug: t.exposeString('slug'),
    description: t.exposeString('description'),
    externalUrl: t.exposeString('externalUrl'),
    state: t.exposeString('state'),
    tier: t.field({ type: TierEnum, resolve: ({ tier }) => tier }),
    environmentType: t.string({
      description: 'Folder of the environment: `review` of `review/my-feature`.',
      resolve: ({ name }) => (name.includes('/') ? (name.split('/')[0] ?? null) : null),
    }),
    path: t.string({ resolve: ({ id, projectPath }) => (id === null ? null : environmentPath(projectPath, id)) }),
    createdAt: t.field({ type: 'Time', resolve: ({ createdAt }) => createdAt }),
    updatedAt: t.field({ type: 'Time', resolve: ({ updatedAt }) => updatedAt }),
    lastDeployment: t.field({
      type: Deployment,
      args: { status: t.arg({ type: StatusEnum, required: true }) },
      resolve: ({ id }, { status }, context) =>
        id === null ? null : lastDeployment(context, { environmentId: id, status }),
    }),
    deployments: t.field({
      type: DeploymentConnection,
      description: 'Deployments to the environment, newest first.',
      args: { ...pageArgs, statuses: t.arg({ type: [StatusEnum] }) },
      resolve: ({ id }, { statuses, ...page }, context) =>
        pageOfRows<DeploymentNode>(context, page, {
          columns: deploymentColumns,
          from: sql`deployments d`,
          where: sql`d.environment_id = ${id ?? 0} and ${statuses == null ? sql`true` : sql`d.status = any (${[...statuses]}::text[])`}`,
          keys: [{ value: sql`d.id`, type: 'bigint', direction: 'desc' }],
        }),
    }),
  }),
})

const EnvironmentConnection = connectionOf(Environment, { count: 'nullable' })

interface EnvironmentFilter {
  readonly name?: Maybe<string>
  readonly search?: Maybe<string>
  readonly states?: Maybe<readonly string[]>
  readonly type?: Maybe<string>
}

function matches(projectId: number, { name, search, states, type }: EnvironmentFilter): RawBuilder<unknown> {
  return sql.join(
    [
      sql`e.namespace_id = ${projectId}`,
      ...(name == null ? [] : [sql`e.name = ${name}`]),
      ...(search == null ? [] : [sql`e.name ilike ${containing(bounded('search', search) ?? '')}`]),
      ...(states == null ? [] : [sql`e.state = any (${[...states]}::text[])`]),
      ...(type == null ? [] : [sql`starts_with(e.name, ${`${type}/`})`]),
    ],
    sql` and `,
  )
}

const environmentsOf = (context: GraphqlContext, project: PlaceNode, args: EnvironmentFilter & PageArgs) =>
  may(context.weft.actor, 'project:read-environments', project.facts)
    ? pageOfRows<EnvironmentNode>(context, args, {
        columns: environmentColumns,
        from: environmentTables,
        where: matches(project.id, args),
        keys: [{ value: sql`e.id`, type: 'bigint', direction: 'asc' }],
      })
    : null

/** @source graphql.md 6, 9 */
export function environmentFields(): void {
  const filter = builder.args(t => ({
    name: t.string(),
    search: t.string(),
    states: t.stringList(),
    type: t.string({ description: 'Folder of the environments.' }),
  }))
  builder.objectField(Project, 'environments', t =>
    t.field({
      type: EnvironmentConnection,
      description: 'Environments of the project.',
      args: { ...pageArgs, ...filter },
      resolve: (project, args, context) => environmentsOf(context, project, args),
    }),
  )
  builder.objectField(Project, 'environment', t =>
    t.field({
      type: Environment,
      description: 'An environment of the project.',
      args: filter,
      resolve: async (project, args, context) => {
        const page = await environmentsOf(context, project, { ...args, first: 1 })
        return page?.edges[0]?.node ?? null
      },
    }),
  )
  mutation('approveDeployment', {
    description: 'Approve or reject a deployment that waits for approvals.',
    input: t => ({
      id: t.field({ type: 'DeploymentID', required: true }),
      status: t.field({ type: ApprovalStatusEnum, required: true }),
      comment: t.string(),
      representedAs: t.string(),
    }),
    run: async (ctx, { id, status, comment, representedAs }) => {
      const project = await load(ctx, 'project:read-environments', projectOfDeployment, { deploymentId: id })
      const key = { id: project.id, deploymentId: id }
      const deployment = await load(ctx, 'project:approve-deployment', deploymentOf, key)
      const approvalId = await reviewDeployment(ctx, deployment, {
        status,
        comment,
        representedAs: bounded('representedAs', representedAs),
      })
      return { approvalId }
    },
    payload: t => ({
      deploymentApproval: t.field({
        type: DeploymentApproval,
        resolve: async ({ approvalId = 0 }, _args, { weft }) => {
          const { rows } =
            await sql<ApprovalNode>`select ${approvalColumns} from deployment_approvals da where da.id = ${approvalId}`.execute(
              weft.db,
            )
          return rows[0] ?? null
        },
      }),
    }),
  })
}
