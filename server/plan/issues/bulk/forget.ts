import { sql } from 'kysely'
import { inBatches, someRows } from '#server/platform/sql/batches.ts'
import type { Db } from '#server/platform/sql/database.ts'

/** So long a bulk edit can be undone. */
const keptDays = 30

/** Delete what takes old bulk edits back, and the edits themselves. */
export async function forgetBulkEdits(db: Db): Promise<void> {
  const old = sql`created_at < now() - ${sql.lit(keptDays)} * interval '1 day'`
  const items = sql`bulk_edit_id in (select id from bulk_edits where ${old})`
  for (const [table, condition] of [
    ['bulk_edit_items', items],
    ['bulk_edits', old],
  ] as const)
    await inBatches(db, async limit => {
      const gone =
        await sql`delete from ${sql.table(table)} where ctid = any (${someRows(table, condition, limit)})`.execute(db)
      return Number(gone.numAffectedRows ?? 0n)
    })
}
