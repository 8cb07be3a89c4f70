import { type RawBuilder, sql } from 'kysely'
import { siteDefaults } from '#server/foundation/settings/site-settings.ts'

/** The days between the mark and the deletion, as the site has set them. */
export const adjournedDays = sql<number>`coalesce((select (ds.value #>> '{}')::integer from instance_settings ds
  where ds.name = 'deletionAdjournedPeriod'), ${sql.lit(siteDefaults.deletionAdjournedPeriod)})`

/**
 * The day on which a namespace will be deleted, by its own mark or by one above it; null for what stays.
 *
 * @param alias  the name under which `namespaces` stands in the statement
 */
export function deletesOn(alias: string): RawBuilder<string | null> {
  const n = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<string | null>`case when ${n('pending_deletion')} then (
    select min(dm.marked_for_deletion_on) from namespaces dm where dm.id = any (${n('ancestor_ids')})) + ${adjournedDays} end`
}
