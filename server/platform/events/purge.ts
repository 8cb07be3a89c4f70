import { sql } from 'kysely'
import type { Db } from '#server/platform/sql/database.ts'

const pieceRows = 5_000

/**
 * Forget the log of more than three years ago, a piece at a time. Its results (notes, to-dos, counts) have rows of
 * their own.
 */
export async function purgeEvents(db: Db): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from events where id in (
        select id from events where created_at < now() - interval '3 years' order by created_at limit ${pieceRows})`.execute(
      db,
    )
    if (numAffectedRows < BigInt(pieceRows)) return
  }
}
