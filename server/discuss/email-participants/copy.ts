import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { CopyEnds } from '#server/discuss/copies/copies.ts'

/** The people without an account who take part by email take part in the copy. */
export async function copyEmailParticipants(
  ctx: Context,
  { fromId, toId }: Pick<CopyEnds, 'fromId' | 'toId'>,
): Promise<void> {
  await sql`insert into issue_email_participants (issuable_id, email, is_of_service_desk, created_at)
    select ${toId}, email, is_of_service_desk, created_at from issue_email_participants where issuable_id = ${fromId} order by id`.execute(
    ctx.db,
  )
}
