import { sql } from 'kysely'
import { inBatches, someRows } from '#server/platform/sql/batches.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { errorRetentionDays } from './read-event.ts'

const old = sql`now() - ${errorRetentionDays} * interval '1 day'`

/** Delete events and their users after 90 days, and errors that did not occur in that time. Errors with an issue stay, with their latest event. */
export async function purgeErrors(db: Db): Promise<void> {
  const conditions = [
    ['tracked_errors', sql`last_seen_at < ${old} and issue_id is null`],
    [
      'error_events',
      sql`occurred_at < ${old} and exists (select 1 from error_events newer
        where newer.error_id = error_events.error_id and newer.occurred_at > error_events.occurred_at)`,
    ],
    ['error_hours', sql`hour < ${old}`],
    // The number of users of an error stays: one who comes back later counts again.
    ['error_users', sql`seen_on < ${old}`],
  ] as const
  for (const [table, condition] of conditions)
    await inBatches(db, async limit => {
      const { numAffectedRows = 0n } =
        await sql`delete from ${sql.table(table)} where ctid = any (${someRows(table, condition, limit)})`.execute(db)
      return Number(numAffectedRows)
    })
}
