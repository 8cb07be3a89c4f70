import { type RawBuilder, sql } from 'kysely'
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

/** A limit that a message exceeds. */
export interface LimitReached {
  readonly sentence: string
  /** The time after which it would not. */
  readonly waitSeconds: number
}

/** Count one text message or call before it is sent. @returns the limit that it exceeds */
export async function reserveMessage(
  ctx: Context,
  provider: PhoneProviderRow,
  message: CountedMessage,
): Promise<LimitReached | null> {
  const [refusal = null] = await reserveMessages(ctx, provider, [message])
  return refusal
}

interface LateMessages {
  readonly ofSite: number
  /** The codes among them. */
  readonly codesOfSite: number
  /** Pages and codes of each person in the last hour. */
  readonly ofUsers: readonly { readonly user_id: number; readonly is_code: boolean; readonly count: number }[]
  /** Codes of each person in the last day. */
  readonly codesOfUsers: readonly { readonly user_id: number; readonly count: number }[]
  /** Codes of each person to each number in the last day. */
  readonly toNumbers: readonly { readonly number: string; readonly user_id: number | null; readonly count: number }[]
}

/**
 * Count text messages and calls before they are sent: one whose sender is killed may have cost something.
 *
 * @returns for each of them the limit that it exceeds, or null
 */
export async function reserveMessages(
  ctx: Context,
  { dailyLimit }: PhoneProviderRow,
  wanted: readonly CountedMessage[],
): Promise<readonly (LimitReached | null)[]> {
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
        (select coalesce(json_agg(g), '[]') from (select user_id, count(*) as count from phone_messages
          where user_id = any (${wanted.flatMap(({ userId, isCode }) => (isCode ? [userId] : []))}::bigint[]) and is_code
            and created_at > ${ctx.now}::timestamptz - interval '1 day' group by user_id) g) as codes_of_users,
        (select coalesce(json_agg(g), '[]') from (select number, user_id, count(*) as count from phone_messages
          where number = any (${wanted.flatMap(({ number, isCode }) => (isCode ? [number] : []))}::text[]) and is_code
            and created_at > ${ctx.now}::timestamptz - interval '1 day' group by number, user_id) g) as to_numbers`.execute(
      inner.db,
    )
    const { ofSite = 0, codesOfSite = 0, ofUsers = [], codesOfUsers = [], toNumbers = [] } = rows[0] ?? {}
    const counted: CountedMessage[] = []
    const countedAs = (same: (other: CountedMessage) => boolean) => counted.filter(same).length
    const refusals: (LimitReached | null)[] = []
    for (const message of wanted) {
      const { userId, number, isCode } = message
      const ofUser =
        (ofUsers.find(each => each.user_id === userId && each.is_code === isCode)?.count ?? 0) +
        countedAs(other => other.userId === userId && other.isCode === isCode)
      const codes = codesOfSite + countedAs(other => other.isCode)
      const mostCodes = Math.ceil(dailyLimit * phoneLimits.codesShare)
      const ofToday = codesOfUsers.find(each => each.user_id === userId)?.count ?? 0
      const ofNumber = toNumbers.filter(each => each.number === number)
      const toNumber = ofNumber.reduce((sum, { count }) => sum + count, 0)
      const isFirst = !ofNumber.some(each => each.user_id === userId)
      const mostToNumber = isFirst ? phoneLimits.firstCodesToNumber : phoneLimits.codesToNumber
      // The account comes first: one that asks too often is told so, whatever the others do.
      const limit: Limit | null = isCode
        ? ofUser >= phoneLimits.codesPerHour
          ? {
              sentence: messages.tooManyCodes,
              of: sql`user_id = ${userId} and is_code`,
              most: phoneLimits.codesPerHour,
              hours: 1,
            }
          : ofToday >= phoneLimits.codesPerDay
            ? {
                sentence: messages.tooManyCodesToday,
                of: sql`user_id = ${userId} and is_code`,
                most: phoneLimits.codesPerDay,
                hours: 24,
              }
            : toNumber >= mostToNumber
              ? {
                  sentence: messages.tooManyToNumber,
                  of: sql`number = ${number} and is_code`,
                  most: mostToNumber,
                  hours: 24,
                }
              : codes >= mostCodes
                ? { sentence: messages.tooManyCodesOfSite, of: sql`is_code`, most: mostCodes, hours: 24 }
                : null
        : ofUser >= phoneLimits.messagesPerHour
          ? {
              sentence: messages.hourlyLimit,
              of: sql`user_id = ${userId} and not is_code`,
              most: phoneLimits.messagesPerHour,
              hours: 1,
            }
          : null
      const reached: Limit | null =
        limit ??
        (ofSite + counted.length >= dailyLimit
          ? { sentence: messages.dailyLimit, of: sql`true`, most: dailyLimit, hours: 24 }
          : null)
      refusals.push(
        reached === null ? null : { sentence: reached.sentence, waitSeconds: await waitFor(inner, reached) },
      )
      if (reached === null) counted.push(message)
    }
    if (counted.length > 0)
      await inner.db
        .insertInto('phoneMessages')
        .values(counted.map(message => ({ ...message, createdAt: ctx.now })))
        .execute()
    return refusals
  })
}

/** At most so many messages in a time. */
interface Limit {
  readonly sentence: string
  /** A condition on `phone_messages`. */
  readonly of: RawBuilder<unknown>
  readonly most: number
  readonly hours: number
}

/** The seconds until enough of the counted messages are old enough. */
async function waitFor(ctx: Context, { of, most, hours }: Limit): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from created_at + make_interval(hours => ${hours}) - ${ctx.now}::timestamptz))::integer as seconds
    from phone_messages where ${of} and created_at > ${ctx.now}::timestamptz - make_interval(hours => ${hours})
    order by created_at desc offset ${most - 1} limit 1`.execute(ctx.db)
  // Messages of the same call have no rows yet.
  return Math.max(rows[0]?.seconds ?? hours * 3600, 1)
}

/** No limit looks further back than a day. */
export async function purgePhoneMessages(db: Db): Promise<void> {
  await sql`delete from phone_messages where created_at < now() - interval '2 days'`.execute(db)
}
