import { sql } from 'kysely'
import { inBatches, someRows } from '#server/platform/sql/batches.ts'
import type { Db } from '#server/platform/sql/database.ts'

const keptDays = 90

/** Delete scans after 90 days, except the newest of a branch by each scanner, and those of open merge requests. */
export async function purgeScans(db: Db): Promise<void> {
  const old = sql`created_at < now() - ${keptDays} * interval '1 day'
    and exists (select 1 from security_scans newer where newer.namespace_id = security_scans.namespace_id and newer.ref = security_scans.ref
      and newer.scanner_id = security_scans.scanner_id and newer.report_type = security_scans.report_type
      and newer.category = security_scans.category and newer.id > security_scans.id)
    and not exists (select 1 from merge_requests mr where mr.namespace_id = security_scans.namespace_id and mr.is_open and mr.head_sha = security_scans.sha)`
  await inBatches(db, async limit => {
    const { numAffectedRows = 0n } = await sql`
      delete from security_scans where ctid = any (${someRows('security_scans', old, limit)})`.execute(db)
    return Number(numAffectedRows)
  })
}
