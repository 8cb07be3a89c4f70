import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { WebhookEvent } from '#contract/feeds/webhooks.ts'
import { anonymous, type Context, createContext, type Services, transact } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { NoAnswer, postOutward } from '#server/platform/outward/post.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { Paged, type Paging, pageOf } from '#server/slice.ts'
import {
  disabledAfter,
  endPause,
  filledIn,
  type HookRow,
  hooks,
  loginOf,
  pairsOf,
  pausedAfter,
  signingKeyOf,
} from './hooks.ts'
import { sendInTurn } from './turns.ts'

/** What one change tells a webhook. */
export interface HookCall {
  /** The flag that a webhook must have set. */
  readonly trigger: WebhookEvent
  /** `X-Gitlab-Event`. */
  readonly header: string
  readonly payload: Readonly<Record<string, unknown>>
  /** Of a push; null for a tag or anything else. */
  readonly branch?: string | null
}

const timeoutMs = 10_000
const mostResponseBytes = 16 * 1024
/** Pauses before a request that failed is sent again. */
const retryAfterMinutes = [1, 5, 30]
/** While a process sends it, no other does. */
const claimedForMinutes = 2

/** Webhooks of some projects and of the groups above them that are called now, by project. */
export async function hooksFor(
  ctx: Context,
  projectIds: readonly number[],
): Promise<ReadonlyMap<number, readonly HookRow[]>> {
  const { rows: places } = await sql<{ projectId: number; hookId: number }>`
    select n.id as project_id, w.id as hook_id from namespaces n
    join webhooks w on w.namespace_id = n.id or w.namespace_id = any (n.ancestor_ids)
    where n.id = any (${[...new Set(projectIds)]}::bigint[]) and w.recent_failures < ${disabledAfter}
      and (w.disabled_until is null or w.disabled_until <= ${ctx.now}::timestamptz)
    order by w.id`.execute(ctx.db)
  if (places.length === 0) return new Map()
  const rows = await hooks(ctx)
    .where(
      'id',
      'in',
      places.map(each => each.hookId),
    )
    .execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  const found = new Map<number, HookRow[]>()
  for (const { projectId, hookId } of places) {
    const row = byId.get(hookId)
    if (row !== undefined) found.set(projectId, [...(found.get(projectId) ?? []), row])
  }
  return found
}

/**
 * Keep what is to be sent to the webhooks that want it; it is sent after the commit.
 *
 * @param source  names the change, so that following it twice sends it once
 */
export async function queueCalls(
  ctx: Context,
  projectId: number,
  callees: readonly HookRow[],
  calls: readonly HookCall[],
  source: string,
): Promise<void> {
  const values = calls.flatMap((call, index) => {
    const eventUuid = randomUUID()
    return callees
      .filter(hook => wants(hook, call))
      .map(hook => ({
        webhookId: hook.id,
        source: `${source} ${index}`,
        trigger: call.trigger,
        eventUuid,
        eventHeader: call.header,
        payload: JSON.stringify(call.payload),
        nextAttemptAt: ctx.now,
        createdAt: ctx.now,
      }))
  })
  if (values.length === 0) return
  await transact(ctx, async inner => {
    const made = await inner.db
      .insertInto('webhookDeliveries')
      .values(values)
      .onConflict(conflict => conflict.columns(['webhookId', 'source']).doNothing())
      .returning('id')
      .execute()
    for (const { id } of made)
      await inner.events.record('webhook.queued', { deliveryId: id }, { namespaceId: projectId })
  })
}

const wants = (hook: HookRow, { trigger, branch }: HookCall): boolean =>
  hook.events.includes(trigger) &&
  (branch == null ||
    hook.branchFilterStrategy === 'all_branches' ||
    hook.branchFilter === '' ||
    matchesWildcard(hook.branchFilter, branch))

/** Whether a name fits a pattern in which `*` stands for any signs. Time grows with the product of the lengths at most. */
export function matchesWildcard(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return pattern === name
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false
  let at = first.length
  const end = name.length - last.length
  for (const part of rest) {
    const found = name.indexOf(part, at)
    if (found < 0 || found + part.length > end) return false
    at = found + part.length
  }
  return true
}

/** Send one request at once, whichever others of its webhook wait. */
async function sendDelivery(ctx: Context, deliveryId: number): Promise<void> {
  const claimed = await claim(ctx, deliveryId, new Date())
  const hook = claimed && (await hooks(ctx).where('id', '=', claimed.webhookId).executeTakeFirst())
  if (claimed && hook) await sendClaimed(ctx, hook, claimed)
}

/**
 * Send the oldest request of a webhook that is due. The requests of a webhook leave one after the other, in the order of what they tell;
 * one that has failed is sent again later, and those behind it do not wait for it: each tells when its item changed.
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
  // What the other side has refused it will refuse again.
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

interface ClaimedDelivery extends Claimed {
  readonly id: number
  readonly webhookId: number
  readonly attempts: number
}

interface Claimed {
  readonly eventUuid: string
  readonly idempotencyKey: string
  readonly eventHeader: string
  readonly payload: unknown
}

interface Outcome {
  /** Null when no answer came. */
  readonly status: number | null
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly responseHeaders: Readonly<Record<string, string>>
  readonly body: string
  readonly failure: string | null
  readonly durationMs: number
}

const hidden = '[REDACTED]'

async function attempt(ctx: Context, hook: HookRow, delivery: Claimed): Promise<Outcome> {
  const { settings } = ctx.services
  const body = JSON.stringify(delivery.payload)
  const custom = pairsOf(hook.customHeaders)
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'User-Agent': 'GitLab/Weft',
    'X-Gitlab-Instance': settings.externalUrl,
    'X-Gitlab-Webhook-UUID': hookUuid(hook.id),
    'X-Gitlab-Event': delivery.eventHeader,
    'X-Gitlab-Event-UUID': delivery.eventUuid,
    'Idempotency-Key': delivery.idempotencyKey,
    ...signature(hook, delivery.idempotencyKey, body),
  }
  const url = URL.parse(filledIn(hook.url, pairsOf(hook.urlVariables)))
  const shown = {
    ...headers,
    ...(hook.token === null ? {} : { 'X-Gitlab-Token': hidden }),
    ...Object.fromEntries(Object.keys(custom).map(key => [key, hidden])),
  }
  const started = performance.now()
  const told = (rest: Pick<Outcome, 'status' | 'responseHeaders' | 'body' | 'failure'>): Outcome => ({
    ...rest,
    requestHeaders: shown,
    durationMs: Math.round(performance.now() - started),
  })
  const login = url === null ? null : loginOf(url)
  if (url === null || login === null || !/^https?:$/.test(url.protocol))
    return told({ status: null, responseHeaders: {}, body: '', failure: 'The URL is invalid' })
  try {
    const answer = await postOutward({
      url,
      headers: {
        ...(login === '' ? {} : { Authorization: `Basic ${login}` }),
        ...custom,
        ...headers,
        ...(hook.token === null ? {} : { 'X-Gitlab-Token': hook.token }),
      },
      body,
      allowed: settings.webhooksTo,
      verifiesTls: hook.enableSslVerification,
      timeoutMs,
      maxBytes: mostResponseBytes,
    })
    const responseHeaders = Object.fromEntries(
      Object.entries(answer.headers)
        .slice(0, 50)
        .map(([name, value]) => [name, clean(String(value)).slice(0, 500)]),
    )
    return told({ status: answer.status, responseHeaders, body: clean(answer.body), failure: null })
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return told({ status: null, responseHeaders: {}, body: '', failure: error.message })
  }
}

/** PostgreSQL keeps no NUL. */
const clean = (text: string): string => text.replaceAll('\0', '\ufffd')

/** The address as it was set, without its password and the values of its variables. */
const shownUrl = (url: string): string => url.replace(/^(https?:\/\/)[^/@]*@/, '$1')

/** A stable name of a webhook in the shape of a UUID. */
const hookUuid = (id: number): string => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`

/** @source standardwebhooks.com, signature scheme */
function signature(hook: HookRow, id: string, body: string): Readonly<Record<string, string>> {
  const key = hook.signingToken === null ? null : signingKeyOf(hook.signingToken)
  if (key === null) return {}
  const seconds = Math.floor(Date.now() / 1000)
  const signed = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signed}` }
}

/** Webhooks that are looked at together. */
const mostDue = 200
/** Of one owner, so that the others have their turn as well. */
const mostDueOfOwner = 40

/** The topmost namespace of a delivery's webhook; for SQL over `webhooks w` and its namespace `n`. */
const ownerId = sql<number>`coalesce(n.ancestor_ids[1], n.id)`

/** Send what its webhook waits to send, unless it is gone. */
export async function sendQueued(ctx: Context, deliveryId: number): Promise<void> {
  const { rows } = await sql<Sending>`
    select w.id as hook_id, ${ownerId} as owner_id from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    join namespaces n on n.id = w.namespace_id where d.id = ${deliveryId}`.execute(ctx.db)
  for (const row of rows) await inTurn(ctx, row)
}

interface Sending {
  readonly hookId: number
  readonly ownerId: number
}

const inTurn = (ctx: Context, hook: Sending) => sendInTurn(ctx.services.log, hook, () => sendNext(ctx, hook.hookId))

/** Send again what has failed, and what a process that was killed left behind. */
export async function sendDue(db: Db, services: Services): Promise<void> {
  const ctx = createContext({ actor: anonymous, db, services, requestId: 'webhooks' })
  const { rows } = await sql<Sending>`
    select hook_id, owner_id from (
      select w.id as hook_id, ${ownerId} as owner_id, min(d.next_attempt_at) as due_at,
        row_number() over (partition by ${ownerId} order by min(d.next_attempt_at)) as place
      from webhook_deliveries d join webhooks w on w.id = d.webhook_id join namespaces n on n.id = w.namespace_id
      where d.next_attempt_at <= ${ctx.now}::timestamptz group by w.id, n.id
    ) due where place <= ${mostDueOfOwner} order by due_at limit ${mostDue}`.execute(db)
  await Promise.all(rows.map(each => inTurn(ctx, each)))
}

const keptDays = 7
const keptEach = 500

/** Forget old requests, and the oldest of a webhook that has very many. */
export async function purgeDeliveries(db: Db): Promise<void> {
  await sql`delete from webhook_deliveries where created_at < now() - make_interval(days => ${keptDays})
    or id in (select id from (select id, row_number() over (partition by webhook_id order by id desc) as place
      from webhook_deliveries) ranked where place > ${keptEach})`.execute(db)
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

const columns = [
  'id',
  'trigger',
  'eventUuid',
  'eventHeader',
  'payload',
  'requestUrl',
  'requestHeaders',
  'responseStatus',
  'responseHeaders',
  'responseBody',
  'failure',
  'durationMs',
  'attempts',
  'createdAt',
] as const

/** @throws NotFound */
export async function deliveryOf(ctx: Context, webhookId: number, deliveryId: number) {
  const row = await ctx.db
    .selectFrom('webhookDeliveries')
    .select(columns)
    .where('webhookId', '=', webhookId)
    .where('id', '=', deliveryId)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return row
}

export const statusOf = ({
  attempts,
  responseStatus,
}: {
  readonly attempts: number
  readonly responseStatus: number | null
}): string => (attempts === 0 ? 'pending' : responseStatus === null ? 'internal error' : String(responseStatus))

/** @param status  a status, or `successful`, `client_failure`, `server_failure` */
export async function pageOfDeliveries(
  ctx: Context,
  hook: HookRow,
  { status, ...paging }: Paging & { readonly status?: string },
) {
  const { page, perPage, offset } = pageOf(paging)
  let all = ctx.db.selectFrom('webhookDeliveries').select(columns).where('webhookId', '=', hook.id)
  if (status !== undefined) all = all.where(hasStatus(status))
  const rows = await all
    .orderBy('id', 'desc')
    .limit(perPage + 1)
    .offset(offset)
    .execute()
  const items = rows.slice(0, perPage).map(row => ({
    id: row.id,
    url: row.requestUrl === '' ? shownUrl(hook.url) : row.requestUrl,
    trigger: row.trigger.replace(/_events$/, '_hooks').replace(/^(issue|merge_request)s_/, '$1_'),
    requestHeaders: pairsOf(row.requestHeaders),
    requestData: row.payload,
    responseHeaders: pairsOf(row.responseHeaders),
    responseBody: row.failure ?? row.responseBody,
    executionDuration: row.durationMs / 1000,
    responseStatus: statusOf(row),
    createdAt: row.createdAt,
  }))
  return Paged.uncounted(items, { page, perPage, hasNext: rows.length > perPage })
}

function hasStatus(status: string) {
  if (/^\d{3}$/.test(status)) return sql<boolean>`response_status = ${Number(status)}`
  switch (status) {
    case 'successful':
      return sql<boolean>`response_status between 200 and 299`
    case 'client_failure':
      return sql<boolean>`response_status between 400 and 499`
    case 'server_failure':
      return sql<boolean>`(response_status >= 500 or (response_status is null and attempts > 0))`
    default:
      return sql<boolean>`false`
  }
}
