import { sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import { type IntegrationType, integrationTypes } from '#contract/monitor/alerts/alert-limits.ts'
import { load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { Project, projectNodeByPath } from '#server/foundation/namespaces/nodes.ts'
import { batch, byId } from '#server/graphql/batch.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { connectionOf, pageArgs, pageOfRows } from '#server/graphql/connection.ts'
import { mutation, type PayloadFields } from '#server/graphql/mutation.ts'
import { createIntegration, deleteIntegration, resetToken, updateIntegration } from './change.ts'
import { type IntegrationRow, integrationById, integrationColumns } from './find.ts'
import { endpointPath } from './present.ts'

/** An integration; it has its token only right after this was created. */
type IntegrationNode = IntegrationRow & { readonly token?: string }

/** An integration by its id, for callers who have checked that the actor manages those of its project. */
const integrationNode = batch<number, IntegrationNode | null>(async ({ db }, ids) => {
  const { rows } = await sql<IntegrationNode>`
    select ${integrationColumns} from alert_integrations a join namespaces n on n.id = a.namespace_id
    where a.id = any (${[...ids]}::bigint[])`.execute(db)
  return byId(rows)
})

const IntegrationTypeEnum = builder.enumType('AlertManagementIntegrationType', { values: words(integrationTypes) })

const HttpIntegration = builder.objectRef<IntegrationNode>('AlertManagementHttpIntegration').implement({
  description: 'Endpoint of a project that monitoring tools send alerts to.',
  fields: t => ({
    id: t.id({ nullable: false, resolve: ({ id }) => gid('AlertManagement::HttpIntegration', id) }),
    name: t.exposeString('name'),
    active: t.boolean({ resolve: ({ isActive }) => isActive }),
    type: t.field({ type: IntegrationTypeEnum, nullable: false, resolve: ({ type }) => type }),
    url: t.string({
      resolve: (integration, _args, { weft }) => weft.services.settings.externalUrl + endpointPath(integration),
    }),
    token: t.string({
      description: 'Token of the endpoint. Returned only by the mutation that creates it. Otherwise null.',
      resolve: ({ token }) => token ?? null,
    }),
  }),
})
const HttpIntegrationConnection = connectionOf(HttpIntegration)

/** The alert integrations of projects, and their mutations. @source graphql.md 6, 7.5, 9.6 */
export function integrationFields(): void {
  builder.objectField(Project, 'alertManagementHttpIntegrations', t =>
    t.field({
      type: HttpIntegrationConnection,
      description: 'Alert integrations of the project. Null if the current user cannot manage them.',
      args: {
        ...pageArgs,
        id: t.arg({ type: 'AlertManagementHttpIntegrationID' }),
        types: t.arg({ type: [IntegrationTypeEnum] }),
      },
      resolve: (project, { id, types, ...args }, context) =>
        may(context.weft.actor, 'project:admin-alerts', project.facts)
          ? pageOfRows<IntegrationNode>(context, args, {
              columns: integrationColumns,
              from: sql`alert_integrations a join namespaces n on n.id = a.namespace_id`,
              where: sql`a.namespace_id = ${project.id} ${id == null ? sql`` : sql`and a.id = ${id}`}
                ${types == null ? sql`` : sql`and a.type = any (${types}::text[])`}`,
              keys: [{ value: sql`a.id`, type: 'bigint', direction: 'asc' }],
            })
          : null,
    }),
  )
  integrationMutations()
}

interface IntegrationPayload {
  readonly id?: number
  readonly token?: string
  readonly deleted?: IntegrationNode
}

function integrationMutations(): void {
  const payload = (t: PayloadFields<IntegrationPayload>) => ({
    integration: t.field({
      type: HttpIntegration,
      resolve: async ({ id, token, deleted }, _args, context) => {
        if (id === undefined) return deleted ?? null
        const node = await integrationNode(context, id)
        return node === null || token === undefined ? node : { ...node, token }
      },
    }),
  })
  mutation('httpIntegrationCreate', {
    description: 'Create an alert integration. Its token is returned only once.',
    input: t => ({
      projectPath: t.id({ required: true }),
      name: t.string({ required: true }),
      active: t.boolean({ required: true }),
      type: t.field({ type: IntegrationTypeEnum }),
    }),
    run: async (ctx, { projectPath, name, active, type }): Promise<IntegrationPayload> => {
      const project = await load(ctx, 'project:admin-alerts', projectNodeByPath, projectPath)
      return createIntegration(ctx, project, { name, active, type: type as IntegrationType | null | undefined })
    },
    payload,
  })
  const one = { type: 'AlertManagementHttpIntegrationID', required: true } as const
  mutation('httpIntegrationUpdate', {
    description: 'Rename an alert integration, or turn it on or off.',
    input: t => ({ id: t.field(one), name: t.string(), active: t.boolean() }),
    run: async (ctx, { id, name, active }): Promise<IntegrationPayload> => {
      await updateIntegration(ctx, await load(ctx, 'project:admin-alerts', integrationById, id), { name, active })
      return { id }
    },
    payload,
  })
  mutation('httpIntegrationResetToken', {
    description: 'Reset the token of an alert integration. The new token is returned only once.',
    input: t => ({ id: t.field(one) }),
    run: async (ctx, { id }): Promise<IntegrationPayload> =>
      resetToken(ctx, await load(ctx, 'project:admin-alerts', integrationById, id)),
    payload,
  })
  mutation('httpIntegrationDestroy', {
    description: 'Delete an alert integration. Its alerts are kept.',
    input: t => ({ id: t.field(one) }),
    run: async (ctx, { id }): Promise<IntegrationPayload> => {
      const integration = await load(ctx, 'project:admin-alerts', integrationById, id)
      await deleteIntegration(ctx, integration)
      return { deleted: integration }
    },
    payload,
  })
}
