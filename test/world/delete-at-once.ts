import type { Db } from '#server/platform/sql/database.ts'

/** Let groups and projects of this world be deleted without days of grace. */
export async function deletingAtOnce(db: Db): Promise<void> {
  const never = { name: 'deletionAdjournedPeriod', value: '0' }
  await db.insertInto('instanceSettings').values(never).execute()
}
