import { sql } from 'kysely'
import type { IntegrationType } from '#contract/monitor/alerts/alert-limits.ts'
import type { FieldMapping } from '#contract/monitor/alerts/field-mapping.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { finder } from '#server/access/load.ts'
import { projectFacts } from '#server/access/namespace-facts.ts'
import type { Context } from '#server/context.ts'
import type { Current } from '#server/slice.ts'

export interface IntegrationRow {
  readonly id: number
  readonly name: string
  readonly type: IntegrationType
  readonly isActive: boolean
  readonly endpointIdentifier: string
  readonly namespaceId: number
  readonly namespacePath: string
  readonly mapping: FieldMapping
  readonly examplePayload: string
}

/** The columns of an integration, over `alert_integrations a` and `namespaces n`. */
export const integrationColumns = sql`a.id, a.name, a.type, a.is_active, a.endpoint_identifier, a.namespace_id, a.mapping,
  a.example_payload, n.full_path as namespace_path`

/** An integration by its id. Its subject is the project, whose integrations only maintainers know of. */
export const integrationById = finder('project', 'HTTP integration', async (ctx: Context, id: number) => {
  const { rows } = await sql<IntegrationRow & { readonly facts: NamespaceFacts }>`
    select ${integrationColumns}, ${projectFacts(ctx.actor, 'n')} as facts
    from alert_integrations a join namespaces n on n.id = a.namespace_id where a.id = ${id}`.execute(ctx.db)
  const found = rows[0]
  if (found === undefined) return null
  const { facts, ...row } = found
  return { row: row as IntegrationRow, facts }
})

/** The fields of an integration that its page edits, held until the transaction ends. */
export async function lockedIntegration(ctx: Context, projectId: number, id: number): Promise<Current> {
  const { rows } = await sql<Pick<IntegrationRow, 'name' | 'isActive' | 'mapping' | 'examplePayload'>>`
    select name, is_active, mapping, example_payload from alert_integrations
    where id = ${id} and namespace_id = ${projectId} for no key update`.execute(ctx.db)
  return rows[0]
}
