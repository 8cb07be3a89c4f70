import { sql } from 'kysely'
import type { Db } from '#server/platform/sql/database.ts'
import { personalTextRetention } from '#server/platform/sql/retention.ts'

/** Delete unsent texts that were not changed for three months. */
export async function purgeUnsentTexts(db: Db): Promise<void> {
  await sql`delete from unsent_texts where updated_at < now() - ${personalTextRetention}`.execute(db)
}
