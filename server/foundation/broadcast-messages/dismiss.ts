import { sql } from 'kysely'
import { userTopic } from '#contract/live-topics.ts'
import type { Context } from '#server/context.ts'
import { NotFound, Unauthenticated } from '#server/errors.ts'
import { isActive, isMeantFor } from './audience.ts'

/**
 * Hide a message from the actor on all devices, until its text changes.
 *
 * @throws NotFound  no such message, or not one that the actor may dismiss
 */
export async function dismissMessage(ctx: Context, id: number): Promise<void> {
  const { actor } = ctx
  if (actor.kind === 'anonymous') throw new Unauthenticated()
  const { numAffectedRows } = await sql`
    insert into broadcast_message_dismissals (broadcast_message_id, user_id, dismissed_at)
    select b.id, ${actor.id}, ${ctx.now}::timestamptz from broadcast_messages b
    where b.id = ${id} and (b.dismissable or b.broadcast_type = 'notification') and ${isActive(ctx)} and ${isMeantFor(ctx)}
    on conflict (user_id, broadcast_message_id) do update set dismissed_at = excluded.dismissed_at`.execute(ctx.db)
  if (numAffectedRows === 0n) throw new NotFound('Broadcast message')
  await ctx.events.record(
    'broadcast_message.dismissed',
    { messageId: id, userId: actor.id },
    { topics: [userTopic(actor.id)] },
  )
}
