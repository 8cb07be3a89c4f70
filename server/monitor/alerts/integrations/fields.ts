import { sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import { alertLimits, type IntegrationType, integrationTypes } from '#contract/monitor/alerts/alert-limits.ts'
import { mappedFields } from '#contract/monitor/alerts/mapped-fields.ts'
import { load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { Invalid } from '#server/errors.ts'
import { Project, projectNodeByPath } from '#server/foundation/namespaces/nodes.ts'
import { batch, byId } from '#server/graphql/batch.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { connectionOf, pageArgs, pageOfRows } from '#server/graphql/connection.ts'
import type { Maybe } from '#server/graphql/maybe.ts'
import { type InputFields, mutation, type PayloadFields } from '#server/graphql/mutation.ts'
import { createIntegration, deleteIntegration, resetToken, updateIntegration } from './change.ts'
import { type IntegrationRow, integrationById, integrationColumns } from './find.ts'
import {
  fieldsOf,
  type MappedPayloadField,
  mappingFields,
  mappingFrom,
  type Path,
  type PayloadField,
  valueTypes,
} from './payload-fields.ts'
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

const ValueTypeEnum = builder.enumType('AlertManagementPayloadAlertFieldType', { values: valueTypes })
const FieldNameEnum = builder.enumType('AlertManagementPayloadAlertFieldName', {
  values: Object.fromEntries(mappedFields.map(field => [field.toUpperCase(), { value: field }])),
})
const segments = ['PayloadAlertFieldPathSegment'] as const

const PayloadAlertField = builder.objectRef<PayloadField>('AlertManagementPayloadAlertField').implement({
  description: 'A value of the example payload of an alert integration.',
  fields: t => ({
    label: t.exposeString('label', { description: 'Last step of the path.' }),
    path: t.field({ type: [...segments], resolve: ({ path }) => [...path] }),
    type: t.field({ type: ValueTypeEnum, resolve: ({ type }) => type }),
  }),
})

const PayloadMappingField = builder.objectRef<MappedPayloadField>('AlertManagementPayloadAlertMappingField').implement({
  description: 'A field of an alert, and the value of the payload that it is read from.',
  fields: t => ({
    fieldName: t.field({ type: FieldNameEnum, resolve: ({ fieldName }) => fieldName }),
    label: t.exposeString('label', { description: 'Last step of the path.' }),
    path: t.field({ type: [...segments], resolve: ({ path }) => [...path] }),
    type: t.field({ type: ValueTypeEnum, resolve: ({ type }) => type }),
  }),
})

const PayloadFieldInput = builder.inputType('AlertManagementPayloadAlertFieldInput', {
  description: 'A field of an alert, and the value of the payload that it is to be read from.',
  fields: t => ({
    fieldName: t.field({ type: FieldNameEnum, required: true }),
    label: t.string({ description: 'Not stored: the label is the last step of the path.' }),
    path: t.field({ type: [...segments], required: true }),
    type: t.field({ type: ValueTypeEnum, required: true, description: 'Not stored: it follows from the example.' }),
  }),
})

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
    payloadExample: t.field({
      type: 'JsonString',
      description: 'Example payload, from which fields are mapped.',
      resolve: ({ examplePayload }) => (examplePayload === '' ? null : examplePayload),
    }),
    payloadAlertFields: t.field({
      type: [PayloadAlertField],
      description: 'Values of the example payload.',
      resolve: ({ examplePayload }) => fieldsOf(examplePayload),
    }),
    payloadAttributeMappings: t.field({
      type: [PayloadMappingField],
      description: 'Fields that are read from values of other names.',
      resolve: ({ mapping, examplePayload }) => mappingFields(mapping, examplePayload),
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

const payloadInput = (t: InputFields) => ({
  payloadExample: t.field({ type: 'JsonString' }),
  payloadAttributeMappings: t.field({ type: [PayloadFieldInput] }),
})

interface PayloadGiven {
  readonly payloadExample?: Maybe<string>
  readonly payloadAttributeMappings?: Maybe<readonly { readonly fieldName: string; readonly path: Path }[]>
}

/** @throws Invalid */
function mappingOf({ payloadExample, payloadAttributeMappings }: PayloadGiven) {
  const long = payloadExample != null && payloadExample.length > alertLimits.examplePayload
  if (long) throw new Invalid({ payloadExample: [`is too long (maximum is ${alertLimits.examplePayload} characters)`] })
  return {
    ...(payloadExample != null && { examplePayload: payloadExample }),
    // The schema takes no other names.
    ...(payloadAttributeMappings != null && { mapping: mappingFrom(payloadAttributeMappings as never) }),
  }
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
      ...payloadInput(t),
    }),
    run: async (ctx, { projectPath, type, ...given }): Promise<IntegrationPayload> => {
      const project = await load(ctx, 'project:admin-alerts', projectNodeByPath, projectPath)
      return createIntegration(ctx, project, {
        ...given,
        ...mappingOf(given),
        type: type as IntegrationType | null | undefined,
      })
    },
    payload,
  })
  const one = { type: 'AlertManagementHttpIntegrationID', required: true } as const
  mutation('httpIntegrationUpdate', {
    description: 'Rename an alert integration, map its fields, or turn it on or off.',
    input: t => ({ id: t.field(one), name: t.string(), active: t.boolean(), ...payloadInput(t) }),
    run: async (ctx, { id, ...given }): Promise<IntegrationPayload> => {
      const integration = await load(ctx, 'project:admin-alerts', integrationById, id)
      await updateIntegration(ctx, integration, { ...given, ...mappingOf(given) })
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
