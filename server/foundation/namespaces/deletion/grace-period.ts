import { type RawBuilder, sql } from 'kysely'
import { siteNumber } from '#server/foundation/settings/site-number.ts'

/** The grace period of the site in days. */
export const graceDays = siteNumber('deletionAdjournedPeriod')

/**
 * The day on which a namespace will be deleted, marked itself or by an ancestor; null if it is not pending.
 *
 * @param alias  of `namespaces` in the statement
 */
export function deletesOn(alias: string): RawBuilder<string | null> {
  const n = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<string | null>`case when ${n('pending_deletion')} then (
    select min(dm.marked_for_deletion_on) from namespaces dm where dm.id = any (${n('ancestor_ids')})) + ${graceDays} end`
}
