import { sql } from 'kysely'
import type { Db } from '#server/platform/sql/database.ts'

/** Forget after a month which notes were deleted: only pages that have been open since then ask for them. */
export async function purgeDeletedNotes(db: Db): Promise<void> {
  await sql`delete from deleted_notes where deleted_at < now() - interval '30 days'`.execute(db)
}
