import { sql } from 'kysely'
import { anonymous, type Context, createContext, type Services, transact } from '#server/context.ts'
import type { Db } from '#server/platform/sql/database.ts'
import type { HookCall } from './calls.ts'
import { deliveryOf } from './deliveries.ts'
import { disabledAfter, endPause, type HookRow, hooks, pausedAfter } from './hooks.ts'
import { attempt, type Sent, shownUrl } from './send-request.ts'
import { sendSequentially } from './turns.ts'

/** Pauses before a request that failed is sent again. */
const retryAfterMinutes = [1, 5, 30]
/** While a process sends it, no other does. */
const claimedForMinutes = 2

/** Webhooks that are looked at together. */
const mostDue = 200
/** The limit of deliveries of one owner, so that other owners have their turn as well. */
const mostDueOfOwner = 40

/** The topmost namespace of a delivery's webhook; for SQL over `webhooks w` and its namespace `n`. */
const ownerId = sql<number>`coalesce(n.ancestor_ids[1], n.id)`

/** Send the next due request of the delivery's webhook, unless it was deleted. */
export async function sendQueued(ctx: Context, deliveryId: number): Promise<void> {
  const { rows } = await sql<Sending>`
    select w.id as hook_id, ${ownerId} as owner_id from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    join namespaces n on n.id = w.namespace_id where d.id = ${deliveryId}`.execute(ctx.db)
  for (const row of rows) await sendOfHook(ctx, row)
}

interface Sending {
  readonly hookId: number
  readonly ownerId: number
}

const sendOfHook = (ctx: Context, hook: Sending) =>
  sendSequentially(ctx.services.log, hook, () => sendNext(ctx, hook.hookId))

/** Send failed deliveries again, and those that a killed process left behind. */
export async function sendDue(db: Db, services: Services): Promise<void> {
  const ctx = createContext({ actor: anonymous, db, services, requestId: 'webhooks' })
  const { rows } = await sql<Sending>`
    select hook_id, owner_id from (
      select w.id as hook_id, ${ownerId} as owner_id, min(d.next_attempt_at) as due_at,
        row_number() over (partition by ${ownerId} order by min(d.next_attempt_at)) as place
      from webhook_deliveries d join webhooks w on w.id = d.webhook_id join namespaces n on n.id = w.namespace_id
      where d.next_attempt_at <= ${ctx.now}::timestamptz group by w.id, n.id
    ) due where place <= ${mostDueOfOwner} order by due_at limit ${mostDue}`.execute(db)
  await Promise.all(rows.map(each => sendOfHook(ctx, each)))
}

/** Send one call now, whatever the webhook wants. @returns its id */
export async function sendNow(ctx: Context, hook: HookRow, call: Omit<HookCall, 'branch'>, eventUuid?: string) {
  const { id } = await ctx.db
    .insertInto('webhookDeliveries')
    .values({
      webhookId: hook.id,
      trigger: call.trigger,
      eventHeader: call.header,
      payload: JSON.stringify(call.payload),
      nextAttemptAt: ctx.now,
      createdAt: ctx.now,
      ...(eventUuid === undefined ? {} : { eventUuid }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sendDelivery(ctx, id)
  return deliveryOf(ctx, hook.id, id)
}

/** Send one request at once, whichever others of its webhook wait. */
async function sendDelivery(ctx: Context, deliveryId: number): Promise<void> {
  const claimed = await claim(ctx, deliveryId, new Date())
  const hook = claimed && (await hooks(ctx).where('id', '=', claimed.webhookId).executeTakeFirst())
  if (claimed && hook) await sendClaimed(ctx, hook, claimed)
}

/**
 * Send the oldest request of a webhook that is due. The requests of a webhook leave one after the other, in the order
 * of their events; a failed one is sent again later, and later ones do not wait for it: each has the time of its
 * change.
 *
 * @returns false when none is due, or another process sends one
 */
async function sendNext(ctx: Context, hookId: number): Promise<boolean> {
  const now = new Date()
  const claimed = await transact(ctx, async inner => {
    const hook = await hooks(inner).where('id', '=', hookId).forNoKeyUpdate().executeTakeFirst()
    const { rows } = await sql<{ isSending: boolean; nextId: number | null }>`
      select coalesce(w.sending_until > ${now.toISOString()}::timestamptz, false) as is_sending,
        (select d.id from webhook_deliveries d where d.webhook_id = w.id and d.next_attempt_at <= ${now.toISOString()}::timestamptz
          order by d.id limit 1) as next_id
      from webhooks w where w.id = ${hookId}`.execute(inner.db)
    const nextId = rows[0]?.nextId ?? null
    if (hook === undefined || rows[0]?.isSending !== false || nextId === null) return null
    if (await isPaused(inner, hook, now)) return null
    await inner.db
      .updateTable('webhooks')
      .set({ sendingUntil: minutesAfter(now, claimedForMinutes) })
      .where('id', '=', hookId)
      .execute()
    const delivery = await claim(inner, nextId, now)
    return delivery === null ? null : { hook, delivery }
  })
  if (claimed === null) return false
  try {
    await sendClaimed(ctx, claimed.hook, claimed.delivery)
  } finally {
    await ctx.db.updateTable('webhooks').set({ sendingUntil: null }).where('id', '=', hookId).execute()
  }
  return true
}

/** While a webhook is paused, all that waits for it waits until its end: an address that is dead takes no turns. */
async function isPaused(ctx: Context, { id, disabledUntil }: HookRow, now: Date): Promise<boolean> {
  if (disabledUntil === null || new Date(disabledUntil) <= now) return false
  await ctx.db
    .updateTable('webhookDeliveries')
    .set({ nextAttemptAt: disabledUntil })
    .where('webhookId', '=', id)
    .where('nextAttemptAt', '<', disabledUntil)
    .execute()
  return true
}

/** @returns null when another process has it, or it is done */
async function claim(ctx: Context, deliveryId: number, now: Date): Promise<ClaimedDelivery | null> {
  const claimed = await ctx.db
    .updateTable('webhookDeliveries')
    .set(each => ({
      attempts: sql<number>`${each.ref('attempts')} + 1`,
      nextAttemptAt: minutesAfter(now, claimedForMinutes),
    }))
    .where('id', '=', deliveryId)
    .where('nextAttemptAt', '<=', now.toISOString())
    .returning(['id', 'webhookId', 'trigger', 'eventUuid', 'idempotencyKey', 'eventHeader', 'payload', 'attempts'])
    .executeTakeFirst()
  return claimed ?? null
}

async function sendClaimed(ctx: Context, hook: HookRow, claimed: ClaimedDelivery): Promise<void> {
  const outcome = await attempt(ctx, hook, claimed)
  const isGood = outcome.status !== null && outcome.status >= 200 && outcome.status < 300
  // The receiver would refuse a refused request again.
  const isFinal = outcome.status !== null && outcome.status < 500 && outcome.status !== 429
  const pause = isGood || isFinal ? undefined : retryAfterMinutes[claimed.attempts - 1]
  const after = new Date()
  await transact(ctx, async inner => {
    await inner.db
      .updateTable('webhookDeliveries')
      .set({
        nextAttemptAt: pause === undefined ? null : minutesAfter(after, pause),
        requestUrl: shownUrl(hook.url),
        requestHeaders: JSON.stringify(outcome.requestHeaders),
        responseStatus: outcome.status,
        responseHeaders: JSON.stringify(outcome.responseHeaders),
        responseBody: outcome.body,
        failure: outcome.failure,
        durationMs: outcome.durationMs,
      })
      .where('id', '=', claimed.id)
      .execute()
    if (isGood) {
      await inner.db
        .updateTable('webhooks')
        .set({ recentFailures: 0, disabledUntil: null })
        .where('id', '=', hook.id)
        .where('recentFailures', '>', 0)
        .execute()
      await endPause(inner, hook)
      return
    }
    // One minute at first, twice as long with each further failure, a day at most.
    await sql`update webhooks set recent_failures = least(recent_failures + 1, ${disabledAfter}),
      disabled_until = case when recent_failures + 1 >= ${pausedAfter} then ${after.toISOString()}::timestamptz
        + least(interval '1 day', interval '1 minute' * power(2, recent_failures + 1 - ${pausedAfter}::int)) end
      where id = ${hook.id}`.execute(inner.db)
  })
}

const minutesAfter = (date: Date, minutes: number): string => new Date(date.getTime() + minutes * 60_000).toISOString()

interface ClaimedDelivery extends Sent {
  readonly id: number
  readonly webhookId: number
  readonly attempts: number
}
