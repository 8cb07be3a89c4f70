import { type RawBuilder, sql } from 'kysely'
import { isAdmin } from '#server/access/facts.ts'
import { levels } from '#server/access/levels.ts'
import type { Context } from '#server/context.ts'

/** Over `broadcast_messages b`: whether it is shown at the moment of the request. */
export const isActive = ({ now }: Context): RawBuilder<boolean> =>
  sql<boolean>`(b.starts_at <= ${now}::timestamptz and b.ends_at > ${now}::timestamptz)`

/**
 * Over `broadcast_messages b`: whether it is meant for the actor at all. A message for certain roles is meant for whoever has
 * one of them somewhere; each page decides by the role in its own project or group.
 */
export function isMeantFor({ actor }: Context): RawBuilder<boolean> {
  const isForAll = sql`cardinality(b.target_access_levels) = 0`
  if (actor.kind === 'anonymous') return sql<boolean>`(${isForAll})`
  if (isAdmin(actor)) return sql<boolean>`(${isForAll} or ${levels.owner} = any (b.target_access_levels))`
  return sql<boolean>`(${isForAll} or exists (select 1 from memberships bm join namespaces bn on bn.id = bm.namespace_id and bn.kind <> 'user'
    where bm.user_id = ${actor.id} and bm.access_level = any (b.target_access_levels)))`
}

/**
 * The messages that the pages of the actor show now, as a JSON list of `ShownBroadcast`, and when the next one starts: columns of
 * a statement.
 */
export function shownBroadcasts(ctx: Context): RawBuilder<unknown> {
  const isDismissed =
    ctx.actor.kind === 'user'
      ? sql`exists (select 1 from broadcast_message_dismissals bd where bd.user_id = ${ctx.actor.id}
          and bd.broadcast_message_id = b.id and bd.dismissed_at >= b.revised_at)`
      : sql`false`
  return sql`(select coalesce(json_agg(json_build_object('id', b.id, 'html', b.message_html, 'theme', b.theme,
      'broadcastType', b.broadcast_type, 'dismissable', b.dismissable, 'targetPath', b.target_path,
      'targetAccessLevels', b.target_access_levels, 'endsAt', iso(b.ends_at), 'revisedAt', iso(b.revised_at))
      order by b.starts_at, b.id), '[]')
    from broadcast_messages b where ${isActive(ctx)} and ${isMeantFor(ctx)} and not ${isDismissed}) as broadcasts,
  (select iso(min(b.starts_at)) from broadcast_messages b
    where b.ends_at > ${ctx.now}::timestamptz and b.starts_at > ${ctx.now}::timestamptz and ${isMeantFor(ctx)}) as next_broadcast_at`
}
