import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { BroadcastMessage, broadcastStates } from '#contract/foundation/broadcast-messages.ts'
import { isAdmin } from '#server/access/facts.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Paging, pageOf, pageOfJson } from '#server/slice.ts'
import { isActive, isMeantFor } from './audience.ts'

type BroadcastState = (typeof broadcastStates)[number]

/** The JSON pairs of `broadcast_messages b`. */
const pairs = (
  ctx: Context,
): RawBuilder<unknown> => sql`'id', b.id, 'message', b.message, 'starts_at', iso(b.starts_at),
  'ends_at', iso(b.ends_at), 'color', b.color, 'font', b.font, 'theme', b.theme, 'active', ${isActive(ctx)},
  'target_access_levels', b.target_access_levels, 'target_path', b.target_path, 'broadcast_type', b.broadcast_type,
  'dismissable', b.dismissable`

/** Only administrators see messages that have not started, have ended, or are for other roles. */
const mayRead = (ctx: Context): RawBuilder<boolean> =>
  isAdmin(ctx.actor) ? sql<boolean>`true` : sql<boolean>`(${isActive(ctx)} and ${isMeantFor(ctx)})`

/** A page of the messages the actor may read, the latest first. */
export const listMessages = (ctx: Context, input: Paging) =>
  pageOfJson<Static<typeof BroadcastMessage>[]>(ctx, input, {
    item: sql`json_build_object(${pairs(ctx)})`,
    matching: sql`broadcast_messages b where ${mayRead(ctx)}`,
    order: sql`b.id desc`,
  })

/** @throws NotFound  no such message, or none that the actor may read */
export async function showMessage(ctx: Context, id: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`
    select json_build_object(${pairs(ctx)})::text as json from broadcast_messages b where b.id = ${id} and ${mayRead(ctx)}`.execute(
    ctx.db,
  )
  if (rows[0] === undefined) throw new NotFound('Broadcast message')
  return new RawJson(rows[0].json)
}

/** One page of messages in a state with the counts of all states, in one statement. */
export async function messagesPage(
  ctx: Context,
  input: Paging & { readonly state?: BroadcastState },
): Promise<RawJson> {
  const { perPage, offset } = pageOf(input)
  const state = input.state ?? 'active'
  const isIn: Readonly<Record<BroadcastState, RawBuilder<unknown>>> = {
    active: isActive(ctx),
    scheduled: sql`b.starts_at > ${ctx.now}::timestamptz`,
    past: sql`b.ends_at <= ${ctx.now}::timestamptz`,
  }
  const order = state === 'past' ? sql`b.ends_at desc, b.id desc` : sql`b.starts_at, b.id`
  const { rows } = await sql<{ json: string }>`
    with listed as materialized (select b.*, row_number() over (order by ${order}) as place from broadcast_messages b where ${isIn[state]}
      order by place limit ${perPage + 1} offset ${offset})
    select json_build_object(
      'messages', coalesce((select json_agg(json_build_object(${pairs(ctx)}, 'html', b.message_html, 'revised_at', iso(b.revised_at),
          'updated_at', iso(b.updated_at)) order by b.place) from listed b where b.place <= ${offset + perPage}), '[]'),
      'counts', (select json_build_object('active', count(*) filter (where ${isIn.active}),
          'scheduled', count(*) filter (where ${isIn.scheduled}), 'past', count(*) filter (where ${isIn.past})) from broadcast_messages b),
      'has_next', (select count(*) from listed) > ${perPage})::text as json`.execute(ctx.db)
  return new RawJson(rows[0]?.json ?? '{}')
}
