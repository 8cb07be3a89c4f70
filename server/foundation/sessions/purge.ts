import { sql } from 'kysely'
import type { Db } from '#server/platform/sql/database.ts'
import { personalTextRetention } from '#server/platform/sql/retention.ts'

/** Delete expired rows: sessions, links of mails, counted failures, and mails after three months. */
export async function purgeExpired(db: Db): Promise<void> {
  await sql`
    with sessions_gone as (
      delete from sessions where expires_at < now()
    ), resets_gone as (
      delete from password_resets where expires_at < now() - interval '1 day'
    ), addresses_gone as (
      delete from email_changes where expires_at < now()
    ), failures_gone as (
      delete from sign_in_tries where began_at < now() - interval '1 day'
    )
    delete from mails where created_at < now() - ${personalTextRetention}`.execute(db)
}
