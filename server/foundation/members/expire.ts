import { sql } from 'kysely'
import { accessEverywhere } from '#server/platform/events/access-topic.ts'
import type { Db } from '#server/platform/sql/database.ts'

/**
 * Have open pages and sockets authorized again when memberships or shares end today. To be run when the day begins.
 *
 * @returns  the topics that all processes were notified of
 */
export async function recheckExpired(db: Db): Promise<readonly string[]> {
  const topics = [accessEverywhere]
  const { rows } = await sql`
    select pg_notify('weft_live', ${JSON.stringify(topics)})
    where exists (select from members where expires_at = current_date)
      or exists (select from namespace_shares where expires_at = current_date)`.execute(db)
  return rows.length > 0 ? topics : []
}
