import { sql } from 'kysely'
import { type PhoneChannel, phoneLimits } from '#contract/feeds/paging-rules.ts'
import { type Context, transact } from '#server/context.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { messages } from '../messages.ts'
import type { PhoneProviderRow } from './provider.ts'

interface CountedMessage {
  readonly userId: number
  readonly number: string
  readonly channel: PhoneChannel
  readonly isCode: boolean
}

/** Count one text message or call before it is sent. @returns the limit that it exceeds, as a sentence */
export async function reserveMessage(
  ctx: Context,
  provider: PhoneProviderRow,
  message: CountedMessage,
): Promise<string | null> {
  const [refusal = null] = await reserveMessages(ctx, provider, [message])
  return refusal
}

interface LateMessages {
  readonly ofSite: number
  /** The codes among them. */
  readonly codesOfSite: number
  /** Pages and codes of each person in the last hour. */
  readonly ofUsers: readonly { readonly user_id: number; readonly is_code: boolean; readonly count: number }[]
  /** Codes to each number in the last day. */
  readonly toNumbers: readonly { readonly number: string; readonly count: number }[]
}

/**
 * Count text messages and calls before they are sent: one whose sender is killed may have cost something.
 *
 * @returns for each of them the limit that it exceeds, as a sentence, or null
 */
export async function reserveMessages(
  ctx: Context,
  { dailyLimit }: PhoneProviderRow,
  wanted: readonly CountedMessage[],
): Promise<readonly (string | null)[]> {
  if (wanted.length === 0) return []
  return transact(ctx, async inner => {
    // One process counts at a time.
    await sql`select pg_advisory_xact_lock(hashtextextended('phone messages', 0))`.execute(inner.db)
    const { rows } = await sql<LateMessages>`
      select (select count(*) from phone_messages where created_at > ${ctx.now}::timestamptz - interval '1 day')::integer as of_site,
        (select count(*) from phone_messages where is_code and created_at > ${ctx.now}::timestamptz - interval '1 day')::integer as codes_of_site,
        (select coalesce(json_agg(g), '[]') from (select user_id, is_code, count(*) as count from phone_messages
          where user_id = any (${wanted.map(({ userId }) => userId)}::bigint[]) and created_at > ${ctx.now}::timestamptz - interval '1 hour'
          group by user_id, is_code) g) as of_users,
        (select coalesce(json_agg(g), '[]') from (select number, count(*) as count from phone_messages
          where number = any (${wanted.flatMap(({ number, isCode }) => (isCode ? [number] : []))}::text[]) and is_code
            and created_at > ${ctx.now}::timestamptz - interval '1 day' group by number) g) as to_numbers`.execute(
      inner.db,
    )
    const { ofSite = 0, codesOfSite = 0, ofUsers = [], toNumbers = [] } = rows[0] ?? {}
    const counted: CountedMessage[] = []
    const countedAs = (same: (other: CountedMessage) => boolean) => counted.filter(same).length
    const refusals = wanted.map(message => {
      const { userId, number, isCode } = message
      const ofUser =
        (ofUsers.find(each => each.user_id === userId && each.is_code === isCode)?.count ?? 0) +
        countedAs(other => other.userId === userId && other.isCode === isCode)
      const toNumber = toNumbers.find(each => each.number === number)?.count ?? 0
      if (ofSite + counted.length >= dailyLimit) return messages.dailyLimit
      if (!isCode && ofUser >= phoneLimits.messagesPerHour) return messages.hourlyLimit
      const codes = codesOfSite + countedAs(other => other.isCode)
      if (isCode && codes >= Math.ceil(dailyLimit * phoneLimits.codesShare)) return messages.tooManyCodesOfSite
      if (isCode && ofUser >= phoneLimits.codesPerHour) return messages.tooManyCodes
      if (isCode && toNumber >= phoneLimits.codesToNumber) return messages.tooManyToNumber
      counted.push(message)
      return null
    })
    if (counted.length > 0)
      await inner.db
        .insertInto('phoneMessages')
        .values(counted.map(message => ({ ...message, createdAt: ctx.now })))
        .execute()
    return refusals
  })
}

/** No limit looks further back than a day. */
export async function purgePhoneMessages(db: Db): Promise<void> {
  await sql`delete from phone_messages where created_at < now() - interval '2 days'`.execute(db)
}
