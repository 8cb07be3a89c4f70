import { type RawBuilder, sql } from 'kysely'
import type { VulnerabilityState } from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { finder } from '#server/access/load.ts'
import { projectFacts } from '#server/access/namespace-facts.ts'
import type { Context } from '#server/context.ts'
import { refuseMoved } from '#server/foundation/namespaces/moved.ts'

export interface VulnerabilityRow {
  readonly id: number
  readonly namespaceId: number
  readonly fullPath: string
  readonly state: VulnerabilityState
}

/** A vulnerability by its id. */
export const vulnerabilityById = finder('project', null, (ctx: Context, { id }: { readonly id: number }) =>
  find(ctx, sql`v.id = ${id}`),
)

/** A vulnerability by the address of its page. */
export const vulnerabilityOfAddress = finder(
  'project',
  null,
  async (
    ctx: Context,
    { namespace, vulnerabilityId }: { readonly namespace: string; readonly vulnerabilityId: number },
  ) => {
    const found = await find(ctx, sql`v.id = ${vulnerabilityId} and lower(n.full_path) = lower(${namespace})`)
    if (found === null) await refuseMoved(ctx, namespace, 'project')
    return found
  },
)

async function find(ctx: Context, condition: RawBuilder<unknown>) {
  const { rows } = await sql<VulnerabilityRow & { readonly facts: NamespaceFacts }>`
    select v.id, v.namespace_id, n.full_path, v.state, ${projectFacts(ctx.actor, 'n')} as facts
    from vulnerabilities v join namespaces n on n.id = v.namespace_id where ${condition}`.execute(ctx.db)
  const [found] = rows
  if (found === undefined) return null
  const { facts, ...row } = found
  return { row: row as VulnerabilityRow, facts }
}
