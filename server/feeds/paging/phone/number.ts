import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { type PhoneChannel, phoneLimits } from '#contract/feeds/paging-rules.ts'
import { type Context, selfId, transact } from '#server/context.ts'
import { Invalid, NotFound, RateLimited, Unprocessable } from '#server/errors.ts'
import { hashSecret } from '#server/platform/text/secret.ts'
import { messages } from '../messages.ts'
import { callProvider, offersOf, type PhoneProviderRow, readProvider } from './provider.ts'
import { reserveMessage } from './reserve.ts'
import '../events.ts'

const columns = ['number', 'pendingNumber'] as const
const noPhone = { number: null, pendingNumber: null }

const ownPhone = async (ctx: Context) =>
  (await ctx.db.selectFrom('pagingPhones').select(columns).where('userId', '=', selfId(ctx)).executeTakeFirst()) ??
  noPhone

/** The phone of the actor, for their page; null where the site has no way to it. */
export async function showPhone(ctx: Context) {
  const offers = offersOf(await readProvider(ctx))
  const [codeBy] = offers
  return codeBy === undefined ? null : { ...(await ownPhone(ctx)), offers, codeBy }
}

/**
 * Send a code to a number, which confirms it. Until then, pages go to the former one.
 *
 * @throws Invalid @throws RateLimited
 * @throws Unprocessable  the provider did not take the message
 */
export async function setPhone(ctx: Context, given: string) {
  const userId = selfId(ctx)
  const provider = await readProvider(ctx)
  const [channel] = offersOf(provider)
  if (channel === undefined) throw new Invalid({ base: [messages.noProvider] })
  const number = checkedNumber(given)
  const code = newCode()
  const refusal = await transact(ctx, async inner => {
    const problem = await reserveMessage(inner, provider, { userId, number, channel, isCode: true })
    if (problem !== null) return problem
    const pending = { pendingNumber: number, codeHash: hashSecret(code), codeSentAt: ctx.now, codeTries: 0 }
    await inner.db
      .insertInto('pagingPhones')
      .values({ userId, ...pending })
      .onConflict(on => on.column('userId').doUpdateSet(pending))
      .execute()
    await inner.events.record('paging_settings.updated', { userId })
    return null
  })
  if (refusal !== null) throw new RateLimited(refusal.sentence, refusal.waitSeconds)
  await sendCode(ctx, provider, { number, code, channel })
  return ownPhone(ctx)
}

interface SentCode {
  readonly number: string
  readonly code: string
  readonly channel: PhoneChannel
}

async function sendCode(ctx: Context, provider: PhoneProviderRow, { number, code, channel }: SentCode): Promise<void> {
  const text =
    channel === 'sms'
      ? `${code} is your code for pages from Weft. It is valid for ${phoneLimits.codeMinutes} minutes.`
      : `Your code for pages from Weft is: ${[...code].join(', ')}.`
  const name = `code-${hashSecret(`${ctx.requestId} ${number}`).toString('hex').slice(0, 24)}`
  const outcome = await callProvider(ctx, provider, { name, channel, to: number, text })
  if (outcome.kind === 'failed')
    throw new Unprocessable(`The code could not be sent. ${outcome.failure}. Check the number`)
}

/**
 * Confirm the number to which the latest code was sent: pages go there from now on. A wrong code is counted, also when it comes at the same
 * time as others.
 *
 * @throws Invalid
 */
export async function confirmPhone(ctx: Context, given: string) {
  const userId = selfId(ctx)
  const codeHash = hashSecret(given.replace(/\s/g, ''))
  const problem = await transact(ctx, async inner => {
    const { rows } = await sql<{ isRight: boolean }>`
      update paging_phones set code_tries = code_tries + 1
      where user_id = ${userId} and pending_number is not null and code_tries < ${phoneLimits.codeTries}
        and code_sent_at > ${ctx.now}::timestamptz - make_interval(mins => ${phoneLimits.codeMinutes})
      returning code_hash = ${codeHash} as is_right`.execute(inner.db)
    if (rows[0]?.isRight !== true) return rows.length === 0 ? messages.codeExpired : messages.codeWrong
    await sql`update paging_phones set number = pending_number, pending_number = null, code_hash = null, code_sent_at = null, code_tries = 0
      where user_id = ${userId}`.execute(inner.db)
    await inner.events.record('paging_settings.updated', { userId })
    return null
  })
  if (problem !== null) throw new Invalid({ code: [problem] })
  return ownPhone(ctx)
}

/** Forget the phone of the actor, and the number that waits for its code. @throws NotFound */
export async function removePhone(ctx: Context): Promise<void> {
  const userId = selfId(ctx)
  const { numDeletedRows } = await ctx.db.deleteFrom('pagingPhones').where('userId', '=', userId).executeTakeFirst()
  if (numDeletedRows === 0n) throw new NotFound('Phone')
  await ctx.events.record('paging_settings.updated', { userId })
}

/** A number in international form, with digits alone. @throws Invalid @source ITU E.164 */
export function checkedNumber(given: string): string {
  const number = given.replace(/[\s().\-/]/g, '').replace(/^00/, '+')
  if (!/^\+[1-9]\d{7,14}$/.test(number)) throw new Invalid({ number: [messages.badNumber] })
  return number
}

const newCode = (): string => String(randomInt(10 ** phoneLimits.codeDigits)).padStart(phoneLimits.codeDigits, '0')
