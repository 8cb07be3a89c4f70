import { isIP } from 'node:net'
import { sql } from 'kysely'
import { webhookEvents, type webhookOperations } from '#contract/feeds/webhooks.ts'
import { namespaceTopic } from '#contract/live-topics.ts'
import type { InputOf } from '#contract/operation.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { Invalid, NotFound, Unprocessable } from '#server/errors.ts'
import { leadsInward } from '#server/platform/outward/inward.ts'
import type { Row } from '#server/platform/sql/database.ts'
import { camelCase } from '#server/platform/text/case.ts'
import { Paged, type Paging, pageOf } from '#server/slice.ts'
import { messages } from './messages.ts'
import './events.ts'

export type HookRow = Row<'webhooks', (typeof columns)[number]>

/** A project or group whose webhooks they are. */
export interface HookPlace {
  readonly kind: 'project' | 'group'
  readonly id: number
}

/** Consecutive failures after which a webhook is paused, and those after which it is switched off. @source GitLab's docs, auto-disabled webhooks */
export const pausedAfter = 4
export const disabledAfter = 40

const mostHooks = 100

const columns = [
  'id',
  'namespaceId',
  'url',
  'name',
  'description',
  'token',
  'signingToken',
  'events',
  'branchFilter',
  'branchFilterStrategy',
  'enableSslVerification',
  'urlVariables',
  'customHeaders',
  'recentFailures',
  'disabledUntil',
  'createdAt',
] as const

export const hooks = (ctx: Context) => ctx.db.selectFrom('webhooks').select(columns)

/** @throws NotFound */
export async function hookOf(ctx: Context, place: HookPlace, hookId: number): Promise<HookRow> {
  const row = await hooks(ctx).where('namespaceId', '=', place.id).where('id', '=', hookId).executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return row
}

/** The same for a change of it: locked until the transaction ends. @throws NotFound */
export async function lockHook(ctx: Context, place: HookPlace, hookId: number): Promise<HookRow> {
  const row = await hooks(ctx)
    .where('namespaceId', '=', place.id)
    .where('id', '=', hookId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return row
}

export async function pageOfHooks(ctx: Context, place: HookPlace, paging: Paging) {
  const { page, perPage, offset } = pageOf(paging)
  const [rows, { total }] = await Promise.all([
    hooks(ctx).where('namespaceId', '=', place.id).orderBy('id').limit(perPage).offset(offset).execute(),
    ctx.db
      .selectFrom('webhooks')
      .select(sql<number>`count(*)`.as('total'))
      .where('namespaceId', '=', place.id)
      .executeTakeFirstOrThrow(),
  ])
  return Paged.offset(
    rows.map(row => presentHook(place, row, ctx.now)),
    { page, perPage, total },
  )
}

/** All of them, for the page. */
export async function allHooks(ctx: Context, place: HookPlace) {
  const rows = await hooks(ctx).where('namespaceId', '=', place.id).orderBy('id').limit(mostHooks).execute()
  return rows.map(row => presentHook(place, row, ctx.now))
}

/** Keys and values that are kept as JSON. */
export const pairsOf = (value: unknown): Readonly<Record<string, string>> =>
  // Written by `addHook` and `changeHook` alone, in this shape.
  value as Readonly<Record<string, string>>

export function presentHook(place: HookPlace, row: HookRow, now: string) {
  const keysOf = (value: unknown) => Object.keys(pairsOf(value)).map(key => ({ key }))
  return {
    id: row.id,
    url: row.url,
    name: row.name || null,
    description: row.description || null,
    createdAt: row.createdAt,
    ...(place.kind === 'project' ? { projectId: place.id } : { groupId: place.id }),
    ...Object.fromEntries(webhookEvents.map(event => [camelCase(event), row.events.includes(event)])),
    pushEventsBranchFilter: row.branchFilter || null,
    branchFilterStrategy:
      row.branchFilterStrategy === 'all_branches' ? ('all_branches' as const) : ('wildcard' as const),
    enableSslVerification: row.enableSslVerification,
    urlVariables: keysOf(row.urlVariables),
    customHeaders: keysOf(row.customHeaders),
    alertStatus:
      row.recentFailures >= disabledAfter
        ? ('disabled' as const)
        : row.disabledUntil !== null && row.disabledUntil > now
          ? ('temporarily_disabled' as const)
          : ('executable' as const),
    disabledUntil: row.disabledUntil,
  }
}

type WebhookInput = Partial<Omit<InputOf<typeof webhookOperations.project.create>, 'id'>>

/** Open pages of the settings are notified of a change. */
const scopeOf = (place: HookPlace) => ({ namespaceId: place.id, topics: [namespaceTopic(place)] })

export async function addHook(
  ctx: Context,
  place: HookPlace,
  { id: _, ...given }: InputOf<typeof webhookOperations.project.create>,
) {
  const values = checked(ctx, given)
  const { total } = await ctx.db
    .selectFrom('webhooks')
    .select(sql<number>`count(*)`.as('total'))
    .where('namespaceId', '=', place.id)
    .executeTakeFirstOrThrow()
  if (total >= mostHooks) throw new Invalid(messages.tooMany(mostHooks))
  const row = await ctx.db
    .insertInto('webhooks')
    .values({
      ...values,
      namespaceId: place.id,
      creatorId: userIdOf(ctx),
      url: given.url,
      // If no events are given, only pushes are on. @source GitLab's API, add a webhook
      events: eventsOf(given, ['push_events']),
      createdAt: ctx.now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  await ctx.events.record('webhook.created', { webhookId: row.id }, scopeOf(place))
  return presentHook(place, row, ctx.now)
}

/** Make the deliveries that waited for the end of a pause due now. @param hook  as it was while it was paused */
export async function endPause(ctx: Context, { id, disabledUntil }: HookRow): Promise<void> {
  if (disabledUntil === null) return
  await ctx.db
    .updateTable('webhookDeliveries')
    .set({ nextAttemptAt: ctx.now })
    .where('webhookId', '=', id)
    .where('nextAttemptAt', '=', disabledUntil)
    .execute()
}

export async function changeHook(
  ctx: Context,
  place: HookPlace,
  { id: _, hookId, expected: _expected, ...given }: InputOf<typeof webhookOperations.project.update>,
) {
  const before = await lockHook(ctx, place, hookId)
  const row = await ctx.db
    .updateTable('webhooks')
    .set({
      ...(leadsElsewhere(before, given) ? withoutSecrets : {}),
      ...checked(ctx, given),
      events: eventsOf(given, before.events),
      // A change resets the failures: its author has looked at the webhook.
      recentFailures: 0,
      disabledUntil: null,
    })
    .where('id', '=', hookId)
    .returning(columns)
    .executeTakeFirstOrThrow()
  await endPause(ctx, before)
  await ctx.events.record('webhook.updated', { webhookId: row.id }, scopeOf(place))
  return presentHook(place, row, ctx.now)
}

export async function removeHook(ctx: Context, place: HookPlace, hookId: number): Promise<void> {
  await hookOf(ctx, place, hookId)
  await ctx.db.deleteFrom('webhooks').where('id', '=', hookId).execute()
  await ctx.events.record('webhook.deleted', { webhookId: hookId }, scopeOf(place))
}

type PairsColumn = 'customHeaders' | 'urlVariables'

/** Set one header or variable, or take it away. @param value  null takes it away */
export async function setPair(
  ctx: Context,
  place: HookPlace,
  hookId: number,
  column: PairsColumn,
  key: string,
  value: string | null,
): Promise<void> {
  const hook = await lockHook(ctx, place, hookId)
  const before = pairsOf(hook[column])
  if (value === null && !Object.hasOwn(before, key)) throw new NotFound()
  const { [key]: _, ...others } = before
  const one = value === null ? [] : [{ key, value }]
  const all = [...Object.entries(others).map(([key, value]) => ({ key, value })), ...one]
  const isElsewhere = leadsElsewhere(hook, { [column]: all })
  await ctx.db
    .updateTable('webhooks')
    .set({ ...(isElsewhere ? withoutSecrets : {}), ...checked(ctx, { [column]: isElsewhere ? one : all }) })
    .where('id', '=', hookId)
    .execute()
  await ctx.events.record('webhook.updated', { webhookId: hookId }, scopeOf(place))
}

function eventsOf(given: WebhookInput, before: readonly string[]): readonly string[] {
  const flags = given as Readonly<Record<string, unknown>>
  return webhookEvents.filter(event => flags[camelCase(event)] ?? before.includes(event))
}

const printable = /^[\x20-\x7e]*$/
const ownHeaders =
  /^(?:host|connection|content-length|content-type|transfer-encoding|upgrade|te|trailer|expect|keep-alive|user-agent|idempotency-key|webhook-.*|x-gitlab-.*|proxy-.*)$/i

/** The secrets of a webhook, cleared. They are never shown again, so a new address must not receive them. */
const withoutSecrets = { token: null, signingToken: null, customHeaders: '{}', urlVariables: '{}' }

/**
 * Whether a change leads to another address. The secrets for the former address are not sent there: a user who changes
 * the address need not know them. A variable in the path leads to the same host, and one that had no value yet led
 * nowhere.
 */
function leadsElsewhere(before: HookRow, { url = before.url, urlVariables }: WebhookInput): boolean {
  if (url !== before.url) return true
  if (urlVariables === undefined) return false
  const old = URL.parse(filledIn(url, pairsOf(before.urlVariables)))
  const now = URL.parse(filledIn(url, asRecord(urlVariables)))
  return old !== null && !/\{\w+\}/.test(old.host) && old.origin !== now?.origin
}

const asRecord = (pairs: NonNullable<WebhookInput['urlVariables']>): Readonly<Record<string, string>> =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, value]))

/** The columns that a change sets. @throws Invalid */
function checked(ctx: Context, given: WebhookInput) {
  const problems: Record<string, string[]> = {}
  const refuse = (field: string, sentence: string) => {
    problems[field] ??= [sentence]
  }
  const { url, name, description, token, signingToken, urlVariables, customHeaders } = given
  const variables = asRecord(urlVariables ?? [])
  if (url !== undefined) {
    const problem = urlProblem(ctx, url, variables)
    if (problem !== null) refuse('url', problem)
  }
  if (token != null && !printable.test(token)) refuse('token', messages.badValue)
  if (signingToken && signingKeyOf(signingToken) === null) refuse('signingToken', messages.badSigningToken)
  for (const { key, value } of customHeaders ?? []) {
    if (!/^[A-Za-z0-9_-]+$/.test(key) || ownHeaders.test(key)) refuse('customHeaders', messages.badHeader)
    if (!printable.test(value)) refuse('customHeaders', messages.badValue)
  }
  for (const { key } of urlVariables ?? []) if (!/^[A-Za-z]\w*$/.test(key)) refuse('urlVariables', messages.badVariable)
  if (given.branchFilterStrategy === 'regex') throw new Unprocessable(messages.noRegex)
  if (Object.keys(problems).length > 0) throw new Invalid(problems)
  return {
    ...(url === undefined ? {} : { url }),
    ...(name === undefined ? {} : { name: name ?? '' }),
    ...(description === undefined ? {} : { description: description ?? '' }),
    ...(token === undefined ? {} : { token: token || null }),
    ...(signingToken === undefined ? {} : { signingToken: signingToken || null }),
    ...(given.pushEventsBranchFilter === undefined ? {} : { branchFilter: given.pushEventsBranchFilter ?? '' }),
    ...(given.branchFilterStrategy === undefined ? {} : { branchFilterStrategy: given.branchFilterStrategy }),
    ...(given.enableSslVerification === undefined ? {} : { enableSslVerification: given.enableSslVerification }),
    ...(urlVariables === undefined ? {} : { urlVariables: JSON.stringify(variables) }),
    ...(customHeaders === undefined ? {} : { customHeaders: JSON.stringify(asRecord(customHeaders)) }),
  }
}

/** The address with its variables filled in. */
export const filledIn = (url: string, variables: Readonly<Record<string, string>>): string =>
  url.replace(
    /\{([A-Za-z]\w*)\}/g,
    (whole, name: string) => (Object.hasOwn(variables, name) ? variables[name] : undefined) ?? whole,
  )

/** The faults of an address that are visible before it is called; its name is resolved with each request. */
export function urlProblem(ctx: Context, url: string, variables: Readonly<Record<string, string>>): string | null {
  const parsed = URL.parse(filledIn(url, variables))
  // A variable that has its value already may stand anywhere, also in the host.
  if (parsed === null) return /\{[A-Za-z]\w*\}/.test(url) && /^https?:\/\//.test(url) ? null : messages.badUrl
  if ((parsed.protocol !== 'http:' && parsed.protocol !== 'https:') || loginOf(parsed) === null) return messages.badUrl
  const host = parsed.hostname.replace(/^\[|\]$/g, '')
  const isInward =
    isIP(host) === 0 ? /(?:^|\.)localhost\.?$/i.test(host) : leadsInward(host, ctx.services.settings.webhooksTo)
  return isInward ? messages.inward : null
}

/** The name and password in an address, for basic authentication; empty without them, null when they are not readable. */
export function loginOf({ username, password }: URL): string | null {
  if (username === '' && password === '') return ''
  try {
    return Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  } catch (error) {
    // A percent sign that begins no escape.
    if (error instanceof URIError) return null
    throw error
  }
}

/** The key of a signing token; null when it is none. @source standardwebhooks.com, symmetric signatures */
export function signingKeyOf(token: string): Buffer | null {
  const [, encoded = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(token) ?? []
  const key = Buffer.from(encoded, 'base64')
  return key.length >= 24 && key.length <= 64 ? key : null
}
