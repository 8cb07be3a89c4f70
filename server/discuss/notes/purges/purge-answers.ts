import { sql } from 'kysely'
import type { Db } from '#server/platform/sql/database.ts'

/** Delete the kept answers to comments sent with a key: after a week no client sends one a second time. */
export async function purgeNoteAnswers(db: Db): Promise<void> {
  await sql`delete from note_answers where created_at < now() - interval '7 days'`.execute(db)
}
