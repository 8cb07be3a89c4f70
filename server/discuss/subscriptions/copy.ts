import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { CopyEnds } from '#server/discuss/copies/copies.ts'

/** Copy the choices of users to be notified of an issuable, or not, to its copy. */
export async function copySubscriptions(
  ctx: Context,
  { fromId, toId }: Pick<CopyEnds, 'fromId' | 'toId'>,
): Promise<void> {
  await sql`insert into subscriptions (issuable_id, user_id, subscribed)
    select ${toId}, user_id, subscribed from subscriptions where issuable_id = ${fromId}`.execute(ctx.db)
}
