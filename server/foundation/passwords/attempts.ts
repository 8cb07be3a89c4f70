import { RateLimited } from '#server/errors.ts'
import { networkOf } from '#server/platform/limits/network.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { messages } from './messages.ts'
import { countTry, type TryLimit, takeBack } from './tries.ts'

interface Attempt {
  readonly key: string
  readonly limit: TryLimit
}

/** The time from the first attempt that counts. */
const minutes = 10

/** Limits for password attempts. Addresses from which the owner has signed in before are exempt from `account`. */
const limits = {
  /** Per account and address. */
  pair: { max: 10, minutes },
  /** Per address, over all accounts. */
  address: { max: 30, minutes },
  /** Per account, over all unknown addresses: slows distributed guessing. */
  account: { max: 50, minutes },
} as const

interface Attempted {
  readonly login: string
  readonly ip: string | null
  /** The account with that login, if there is one, and whether its owner has signed in from this address before. */
  readonly account: { readonly username: string; readonly isKnownAddress: boolean } | null
}

/** The keys that an attempt counts toward, in order. Attempts by LDAP and by password count toward the same ones. */
export function attemptsOf({ login, account, ip }: Attempted): readonly Attempt[] {
  const name = (account?.username ?? login.trim()).toLowerCase().slice(0, 255)
  return [
    ...(ip === null ? [] : [{ key: `address ${networkOf(ip)}`, limit: limits.address }]),
    { key: `pair ${name} ${networkOf(ip ?? '')}`, limit: limits.pair },
    ...(account?.isKnownAddress ? [] : [{ key: `account ${name}`, limit: limits.account }]),
  ]
}

/**
 * Count an attempt toward each limit, and check the password; a right one is uncounted again. An attempt that an earlier limit
 * refuses does not count toward the account, so that continued guessing cannot lock the owner out. A check that fails by itself is
 * nobody's attempt.
 *
 * @throws RateLimited
 */
export async function counted(db: Db, attempts: readonly Attempt[], check: () => Promise<boolean>): Promise<boolean> {
  for (const { key, limit } of attempts) if (!(await countTry(db, key, limit))) throw tooMany()
  const uncount = async () => {
    if (attempts.length > 0)
      await takeBack(
        db,
        attempts.map(each => each.key),
      )
  }
  const isRight = await check().catch(async (error: unknown) => {
    await uncount()
    throw error
  })
  if (isRight) await uncount()
  return isRight
}

export const tooMany = () => new RateLimited(messages.tooManyFailures(minutes), minutes * 60)
