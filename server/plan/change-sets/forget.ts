import { sql } from 'kysely'
import { inBatches, someRows } from '#server/platform/sql/batches.ts'
import type { Db } from '#server/platform/sql/database.ts'

/** The number of days for which a change can be undone. */
export const undoableDays = 30

/** Delete old change sets with their items, which are needed only to undo them. */
export async function forgetChangeSets(db: Db): Promise<void> {
  const old = sql`created_at < now() - ${sql.lit(undoableDays)} * interval '1 day'`
  const items = sql`change_set_id in (select id from change_sets where ${old})`
  for (const [table, condition] of [
    ['change_set_items', items],
    ['change_sets', old],
  ] as const)
    await inBatches(db, async limit => {
      const gone =
        await sql`delete from ${sql.table(table)} where ctid = any (${someRows(table, condition, limit)})`.execute(db)
      return Number(gone.numAffectedRows ?? 0n)
    })
}
