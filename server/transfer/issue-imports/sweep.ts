import { sql } from 'kysely'
import { inBatches } from '#server/platform/sql/batches.ts'
import type { Db } from '#server/platform/sql/database.ts'

/**
 * Delete imports that were not started within a day, and reports after three months. The access to another tracker is
 * deleted a week after an import has stopped.
 */
export async function removeOldImports(db: Db): Promise<void> {
  const old = sql`(select id from issue_imports where (state in ('reading', 'ready') and created_at < now() - interval '1 day')
    or ended_at < now() - interval '90 days')`
  await inBatches(db, async limit => {
    const { numAffectedRows } = await sql`delete from issue_import_rows where ctid = any (
      array(select ctid from issue_import_rows where import_id in ${old} limit ${limit}))`.execute(db)
    return Number(numAffectedRows ?? 0n)
  })
  await sql`update issue_imports set remote = remote - 'authorization'
    where remote is not null and ended_at < now() - interval '7 days' and remote ? 'authorization'`.execute(db)
  await sql`delete from issue_imports where id in ${old}`.execute(db)
}
