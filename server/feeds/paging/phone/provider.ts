import { sql } from 'kysely'
import type { updatePhoneProvider } from '#contract/feeds/paging.ts'
import { type PhoneChannel, phoneChannels, phoneLimits } from '#contract/feeds/paging-rules.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { signingKeyOf, urlProblem } from '#server/feeds/webhooks/hooks.ts'
import { messages as hookMessages } from '#server/feeds/webhooks/messages.ts'
import { signature } from '#server/feeds/webhooks/send-request.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'
import type { Row } from '#server/platform/sql/database.ts'
import type { Current } from '#server/slice.ts'
import { messages } from '../messages.ts'
import { postMessage, type SendOutcome } from '../post-message.ts'
import '../events.ts'

const columns = [
  'smsUrl',
  'voiceUrl',
  'format',
  'sender',
  'username',
  'password',
  'signingSecret',
  'dailyLimit',
] as const

export type PhoneProviderRow = Omit<Row<'phoneProvider', (typeof columns)[number]>, 'format'> & {
  readonly format: 'form' | 'json'
}

const none: PhoneProviderRow = {
  smsUrl: '',
  voiceUrl: '',
  format: 'form',
  sender: '',
  username: '',
  password: '',
  signingSecret: '',
  dailyLimit: phoneLimits.usualDaily,
}

/** The provider of text messages and calls; without addresses where there is none. */
export async function readProvider(ctx: Context): Promise<PhoneProviderRow> {
  const row = await ctx.db.selectFrom('phoneProvider').select(columns).executeTakeFirst()
  // The table holds the two formats alone.
  return row === undefined ? none : (row as PhoneProviderRow)
}

/** The ways to a phone that the site has. */
export const offersOf = ({ smsUrl, voiceUrl }: PhoneProviderRow): readonly PhoneChannel[] =>
  phoneChannels.filter(channel => (channel === 'sms' ? smsUrl : voiceUrl) !== '')

/** The provider without its secrets, with the use of it. */
export async function presentProvider(ctx: Context) {
  const { password, signingSecret, ...provider } = await readProvider(ctx)
  const { rows } = await sql<{ sent: number }>`
    select count(*)::integer as sent from phone_messages where created_at > ${ctx.now}::timestamptz - interval '1 day'`.execute(
    ctx.db,
  )
  return {
    ...provider,
    hasPassword: password !== '',
    hasSigningSecret: signingSecret !== '',
    sentLately: rows[0]?.sent ?? 0,
  }
}

/** The provider as it is. Others who change it wait until the transaction ends: one that was never set has no row to lock. */
export async function lockProvider(ctx: Context): Promise<Current> {
  await sql`select pg_advisory_xact_lock(hashtextextended('phone provider', 0))`.execute(ctx.db)
  return { ...(await readProvider(ctx)) }
}

type ProviderChange = Omit<InputOf<typeof updatePhoneProvider>, 'expected'>

/** Change the provider; fields that are left out stay. Secrets for a former address are not sent to a new one. @throws Invalid */
export async function changeProvider(ctx: Context, change: ProviderChange): Promise<void> {
  const before = await readProvider(ctx)
  const given = Object.fromEntries(
    Object.entries(change).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  ) as ProviderChange
  refuseWrong(ctx, given)
  const isElsewhere = leadsElsewhere(before, { ...before, ...given })
  const values = { ...before, ...(isElsewhere && { password: '', signingSecret: '' }), ...given }
  await ctx.db
    .insertInto('phoneProvider')
    .values(values)
    .onConflict(on => on.column('single').doUpdateSet(values))
    .execute()
  await ctx.events.record('phone_provider.updated', {})
}

const printable = /^[\x20-\x7e]*$/

function refuseWrong(ctx: Context, { smsUrl, voiceUrl, username, password, sender, signingSecret }: ProviderChange) {
  const problems: Record<string, string[]> = {}
  for (const [field, url] of Object.entries({ smsUrl, voiceUrl })) {
    const problem = url === undefined || url === '' ? null : addressProblem(ctx, url)
    if (problem !== null) problems[field] = [problem]
  }
  for (const [field, text] of Object.entries({ username, password, sender }))
    if (text !== undefined && !printable.test(text)) problems[field] = [hookMessages.badValue]
  if (username?.includes(':')) problems.username = ['must not contain a colon']
  if (signingSecret && signingKeyOf(signingSecret) === null) problems.signingSecret = [hookMessages.badSigningToken]
  if (Object.keys(problems).length > 0) throw new Invalid(problems)
}

function addressProblem(ctx: Context, url: string): string | null {
  const parsed = URL.parse(url)
  if (parsed !== null && (parsed.username !== '' || parsed.password !== ''))
    return 'must not contain a user name or password. Enter them below'
  return urlProblem(ctx, url, {})
}

type ProviderUrls = Pick<PhoneProviderRow, 'smsUrl' | 'voiceUrl'>

/** Whether a request can go to another host than before, or none is known any more. */
function leadsElsewhere(before: ProviderUrls, now: ProviderUrls): boolean {
  const originsOf = ({ smsUrl, voiceUrl }: ProviderUrls) =>
    [smsUrl, voiceUrl].flatMap(url => (url === '' ? [] : [URL.parse(url)?.origin]))
  const [known, wanted] = [originsOf(before), originsOf(now)]
  return wanted.length === 0 || wanted.some(origin => !known.includes(origin))
}

export interface PhoneMessage {
  /** The same when it is sent again. */
  readonly name: string
  readonly channel: PhoneChannel
  /** In international form. */
  readonly to: string
  readonly text: string
}

/**
 * Let the provider send a text message or read a text out, once.
 *
 * @source the requests of Twilio, Messages and Calls: To, From, Body, Twiml
 */
export async function callProvider(
  ctx: Context,
  provider: PhoneProviderRow,
  { name, channel, to, text }: PhoneMessage,
): Promise<SendOutcome> {
  const { format, sender, username, password, signingSecret, smsUrl, voiceUrl } = provider
  const url = URL.parse(channel === 'sms' ? smsUrl : voiceUrl)
  if (url === null)
    return { kind: 'failed', failure: channel === 'sms' ? messages.noSms : messages.noVoice, isFinal: true }
  const body =
    format === 'json'
      ? JSON.stringify({ id: name, kind: channel, to, from: sender, text })
      : new URLSearchParams({
          ...{ To: to, From: sender },
          ...(channel === 'sms' ? { Body: text } : { Twiml: twiml(text) }),
        }).toString()
  return postMessage(ctx, {
    url,
    headers: {
      'Content-Type': format === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
      'User-Agent': 'Weft',
      'Idempotency-Key': name,
      ...authorization(username, password),
      ...signature(signingSecret === '' ? null : signingSecret, name, body),
    },
    body,
  })
}

/** The text is read out twice: the first words are missed by whoever was asleep. */
const twiml = (text: string): string => `<Response><Say loop="2">${escapeHtml(text)}</Say></Response>`

function authorization(username: string, password: string): Readonly<Record<string, string>> {
  if (username !== '') return { Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
  return password === '' ? {} : { Authorization: `Bearer ${password}` }
}
