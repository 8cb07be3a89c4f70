import { sql } from 'kysely'
import type { Db } from '#server/platform/sql/database.ts'

/** Forget mails that no mail server sends again. */
export async function forgetIssueMails(db: Db): Promise<void> {
  await sql`delete from received_issue_mails where received_at < now() - interval '30 days'`.execute(db)
}
