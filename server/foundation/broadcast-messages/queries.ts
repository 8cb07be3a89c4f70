import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { BroadcastMessage, broadcastStates } from '#contract/foundation/broadcast-messages.ts'
import { isAdmin } from '#server/access/facts.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Paging, pageOf, pageOfJson } from '#server/slice.ts'
import { isActive, isMeantFor } from './audience.ts'

const b = columnsOf('broadcastMessages', 'b')

type BroadcastState = (typeof broadcastStates)[number]

/** The BroadcastMessage shape, over `broadcast_messages b`. */
const messageFields = (ctx: Context) => ({
  ...b.fields('id', 'message'),
  ...b.moments('startsAt', 'endsAt'),
  ...b.fields('color', 'font', 'theme'),
  active: isActive(ctx),
  ...b.fields('targetAccessLevels', 'targetPath', 'broadcastType', 'dismissable'),
})

/** Only administrators see messages that have not started, have ended, or are for other roles. */
const mayRead = (ctx: Context): RawBuilder<boolean> =>
  isAdmin(ctx.actor) ? sql<boolean>`true` : sql<boolean>`(${isActive(ctx)} and ${isMeantFor(ctx)})`

/** A page of the messages the actor may read, the latest first. */
export const listMessages = (ctx: Context, input: Paging) =>
  pageOfJson<Static<typeof BroadcastMessage>[]>(ctx, input, {
    item: object(messageFields(ctx)),
    matching: sql`broadcast_messages b where ${mayRead(ctx)}`,
    order: sql`b.id desc`,
  })

/** @throws NotFound  no such message, or none that the actor may read */
export async function showMessage(ctx: Context, id: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`
    select ${object(messageFields(ctx))}::text as json from broadcast_messages b where b.id = ${id} and ${mayRead(ctx)}`.execute(
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
    select ${object({
      messages: sql`coalesce((select json_agg(${object({
        ...messageFields(ctx),
        html: b('messageHtml'),
        ...b.moments('revisedAt', 'updatedAt'),
      })} order by b.place) from listed b where b.place <= ${offset + perPage}), '[]')`,
      counts: sql`(select ${object({
        active: sql`count(*) filter (where ${isIn.active})`,
        scheduled: sql`count(*) filter (where ${isIn.scheduled})`,
        past: sql`count(*) filter (where ${isIn.past})`,
      })} from broadcast_messages b)`,
      has_next: sql`(select count(*) from listed) > ${perPage}`,
    })}::text as json`.execute(ctx.db)
  return new RawJson(rows[0]?.json ?? '{}')
}
