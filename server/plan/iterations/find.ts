import { sql } from 'kysely'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { finder } from '#server/access/load.ts'
import { namespaceFacts } from '#server/access/namespace-facts.ts'
import type { Context } from '#server/context.ts'

/** The common columns of cadences and iterations, which a group owns. */
interface Owned {
  readonly id: number
  readonly namespaceId: number
  readonly namespacePath: string
  readonly ancestorIds: readonly number[]
}

export interface CadenceRow extends Owned {
  readonly title: string
  readonly description: string
  readonly startDate: string | null
  readonly durationInWeeks: number | null
  readonly iterationsInAdvance: number | null
  readonly active: boolean
  readonly automatic: boolean
  readonly rollOver: boolean
}

export interface IterationRow extends Owned {
  readonly iid: number
  readonly cadenceId: number
  readonly title: string | null
  readonly description: string
  readonly startDate: string
  readonly dueDate: string
  /** The cadence schedules the iteration. */
  readonly isAutomatic: boolean
}

const owned = sql`n.id as namespace_id, n.full_path as namespace_path, n.ancestor_ids`

/** A cadence of a group, by its id. */
export const cadenceById = finder('group', 'Iteration Cadence', async (ctx: Context, id: number) => {
  const { rows } = await sql<CadenceRow & { readonly facts: NamespaceFacts }>`
    select c.id, c.title, c.description, c.start_date, c.duration_in_weeks, c.iterations_in_advance, c.active, c.automatic, c.roll_over, ${owned},
      ${namespaceFacts(ctx.actor, 'n')} as facts
    from iteration_cadences c join namespaces n on n.id = c.namespace_id where c.id = ${id}`.execute(ctx.db)
  return foundIn(rows)
})

/** An iteration of a group, by its id. */
export const iterationById = finder('group', 'Iteration', async (ctx: Context, id: number) => {
  const { rows } = await sql<IterationRow & { readonly facts: NamespaceFacts }>`
    select it.id, it.iid, it.cadence_id, it.title, it.description, it.start_date, it.due_date, c.automatic as is_automatic, ${owned},
      ${namespaceFacts(ctx.actor, 'n')} as facts
    from iterations it join iteration_cadences c on c.id = it.cadence_id join namespaces n on n.id = it.namespace_id
    where it.id = ${id}`.execute(ctx.db)
  return foundIn(rows)
})

function foundIn<Row extends Owned>(rows: readonly (Row & { readonly facts: NamespaceFacts })[]) {
  const found = rows[0]
  if (found === undefined) return null
  const { facts, ...row } = found
  return { row: row as unknown as Row, facts }
}
