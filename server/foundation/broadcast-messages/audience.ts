import { type RawBuilder, sql } from 'kysely'
import { isAdmin } from '#server/access/facts.ts'
import { levels } from '#server/access/levels.ts'
import type { Context } from '#server/context.ts'
import { arrayOf, columnsOf, moment, object } from '#server/platform/sql/shape.ts'

const b = columnsOf('broadcastMessages', 'b')

/** Whether `broadcast_messages b` is shown at the time of the request. */
export const isActive = ({ now }: Context): RawBuilder<boolean> =>
  sql<boolean>`(b.starts_at <= ${now}::timestamptz and b.ends_at > ${now}::timestamptz)`

/**
 * Whether `broadcast_messages b` is for the actor. A message for certain roles is sent to everyone who has one of them
 * anywhere; each page then compares the role in its own project or group.
 */
export function isMeantFor({ actor }: Context): RawBuilder<boolean> {
  const isForAll = sql`cardinality(b.target_access_levels) = 0`
  if (actor.kind === 'anonymous') return sql<boolean>`(${isForAll})`
  if (isAdmin(actor)) return sql<boolean>`(${isForAll} or ${levels.owner} = any (b.target_access_levels))`
  return sql<boolean>`(${isForAll} or exists (select 1 from memberships bm join namespaces bn on bn.id = bm.namespace_id and bn.kind <> 'user'
    where bm.user_id = ${actor.id} and bm.access_level = any (b.target_access_levels)))`
}

/** Columns for a SELECT: the current messages for the actor as a JSON array of `ShownBroadcast`, and when the next one starts. */
export function shownBroadcasts(ctx: Context): RawBuilder<unknown> {
  const isDismissed =
    ctx.actor.kind === 'user'
      ? sql`exists (select 1 from broadcast_message_dismissals bd where bd.user_id = ${ctx.actor.id}
          and bd.broadcast_message_id = b.id and bd.dismissed_at >= b.revised_at)`
      : sql`false`
  return sql`${arrayOf(
    object({
      ...b.fields('id'),
      html: b('messageHtml'),
      ...b.fields('theme'),
      broadcastType: b('broadcastType'),
      ...b.fields('dismissable'),
      targetPath: b('targetPath'),
      targetAccessLevels: b('targetAccessLevels'),
      endsAt: moment(b('endsAt')),
      revisedAt: moment(b('revisedAt')),
    }),
    sql`from broadcast_messages b where ${isActive(ctx)} and ${isMeantFor(ctx)} and not ${isDismissed}`,
    sql`b.starts_at, b.id`,
  )} as broadcasts,
  (select iso(min(b.starts_at)) from broadcast_messages b
    where b.ends_at > ${ctx.now}::timestamptz and b.starts_at > ${ctx.now}::timestamptz and ${isMeantFor(ctx)}) as next_broadcast_at`
}
