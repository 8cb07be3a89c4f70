import { type RawBuilder, sql } from 'kysely'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'

/** A milestone or an iteration. */
export type TimeboxKind = 'milestone' | 'iteration'

/** The project or group whose page shows a timebox. */
export interface TimeboxPlace {
  readonly id: number
  readonly kind: 'project' | 'group'
  readonly facts: NamespaceFacts
}

/** The table of a kind, and the column of its items. */
export const timeboxTables = {
  milestone: { table: sql.table('milestones'), column: 'milestone_id' },
  iteration: { table: sql.table('iterations'), column: 'iteration_id' },
} as const satisfies Readonly<Record<TimeboxKind, { readonly table: RawBuilder<unknown>; readonly column: string }>>

/**
 * SQL condition for the issues that count in a timebox: those that the actor may know of, in a project's page only that project's.
 *
 * @param alias  of `issuables`
 */
export function countedIssues(ctx: Context, place: TimeboxPlace, alias: string): RawBuilder<boolean> {
  if (place.kind === 'group') return visibleIssuables(ctx.actor, alias, { series: 'issue' })
  return sql<boolean>`(${sql.ref(`${alias}.namespace_id`)} = ${place.id}
    and ${visibleIssuables(ctx.actor, alias, { series: 'issue', within: place.facts })})`
}
