import { sql } from 'kysely'
import { inBatches, someRows } from '#server/platform/sql/batches.ts'
import type { Db } from '#server/platform/sql/database.ts'

/** Evaluations are kept by the hour for this long. */
const keptDays = 30

/** Delete old evaluations. */
export async function purgeUsage(db: Db): Promise<void> {
  const condition = sql`hour < now() - ${keptDays} * interval '1 day'`
  await inBatches(db, async limit => {
    const { numAffectedRows = 0n } =
      await sql`delete from feature_flag_hours where ctid = any (${someRows('feature_flag_hours', condition, limit)})`.execute(
        db,
      )
    return Number(numAffectedRows)
  })
}
