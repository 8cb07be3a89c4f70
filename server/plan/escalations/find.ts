import { sql } from 'kysely'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { finder } from '#server/access/load.ts'
import { projectFacts } from '#server/access/namespace-facts.ts'
import type { Context } from '#server/context.ts'

export interface PolicyRow {
  readonly id: number
  readonly name: string
  readonly namespaceId: number
}

/** An escalation policy by its id. */
export const policyById = finder('project', 'Escalation policy', async (ctx: Context, id: number) => {
  const { rows } = await sql<PolicyRow & { readonly facts: NamespaceFacts }>`
    select ep.id, ep.name, ep.namespace_id, ${projectFacts(ctx.actor, 'n')} as facts
    from escalation_policies ep join namespaces n on n.id = ep.namespace_id where ep.id = ${id}`.execute(ctx.db)
  const found = rows[0]
  if (found === undefined) return null
  const { facts, ...row } = found
  return { row: row as PolicyRow, facts }
})
