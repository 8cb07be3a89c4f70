import { sql } from 'kysely'
import type { userStates } from '#contract/foundation/users.ts'
import type { Context, UserActor } from '#server/context.ts'
import { Invalid, RateLimited, Unauthenticated } from '#server/errors.ts'
import { networkOf } from '#server/platform/limits/network.ts'
import type { Db } from '#server/platform/sql/database.ts'
import type { Settings } from '#server/settings.ts'
import { checkOnce, isAtHand } from './checked-passwords.ts'
import { messages } from './messages.ts'
import { verifyPassword } from './password.ts'
import { countTry, hadTooMany, type TryLimit, takeBack } from './tries.ts'
import { userByEmail } from './user-by-email.ts'

export interface Credentials {
  /** A username or an email address. */
  readonly login: string
  readonly password: string
  readonly ip: string | null
}

interface AccountRow {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly state: (typeof userStates)[number]
  readonly isAdmin: boolean
  readonly isExternal: boolean
  readonly passwordHash: string | null
  /** Whether the owner has signed in from this address before. */
  readonly isKnownAddress: boolean
}

interface Try {
  readonly key: string
  readonly limit: TryLimit
}

interface CheckedAccount {
  readonly actor: UserActor
  /** The one that the password was checked against. */
  readonly passwordHash: string
  readonly isDeactivated: boolean
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

/**
 * Authenticate a username and password. Each attempt is counted before the check; a successful one is uncounted again. Do not call
 * it in a transaction, whose rollback would undo the count.
 *
 * @throws Unauthenticated  a wrong password, an unknown login, or an account that is kept out
 * @throws RateLimited  too many attempts
 */
export async function checkPassword(
  db: Db,
  settings: Pick<Settings, 'rateLimits'>,
  { login, password, ip }: Credentials,
): Promise<CheckedAccount> {
  const account = await findAccount(db, login.trim(), ip)
  const passwordHash = account?.passwordHash ?? null
  const tries = settings.rateLimits ? triesOf(login, account, ip) : []
  // Cached results cost nothing, but are withheld from a caller over the limit: they would confirm a correct guess.
  if (isAtHand(passwordHash, password) && (await hadTooMany(db, tries))) throw tooMany()
  const isRight = await checkOnce(passwordHash, password, async () => {
    await countTries(db, tries)
    if (!(await verifyPassword(passwordHash, password))) return false
    if (tries.length > 0)
      await takeBack(
        db,
        tries.map(each => each.key),
      )
    return true
  })
  if (account === null || passwordHash === null || !isRight) throw new Unauthenticated(messages.wrongPassword)
  if (account.state !== 'active' && account.state !== 'deactivated')
    throw new Unauthenticated(messages.kept[account.state])
  const { id, username, name, isAdmin, isExternal } = account
  return {
    actor: { kind: 'user', id, username, name, isAdmin, isExternal },
    passwordHash,
    isDeactivated: account.state === 'deactivated',
  }
}

/**
 * Hold an account whose password was checked until the transaction ends. A check takes long enough for the password to be changed,
 * or the account to be blocked, meanwhile.
 *
 * @returns whether the account is deactivated
 * @throws Unauthenticated  the checked password is not its password any more, or the account is kept out
 */
export async function holdChecked(
  ctx: Context,
  { actor, passwordHash }: Pick<CheckedAccount, 'actor' | 'passwordHash'>,
): Promise<{ readonly isDeactivated: boolean }> {
  const { rows } = await sql<{ isDeactivated: boolean }>`
    select state = 'deactivated' as is_deactivated from users
    where id = ${actor.id} and password_hash = ${passwordHash} and state in ('active', 'deactivated') for no key update`.execute(
    ctx.db,
  )
  if (rows[0] === undefined) throw new Unauthenticated(messages.wrongPassword)
  return rows[0]
}

/**
 * Check the password of the actor's own account. Do not call it in a transaction, whose rollback would undo the count of attempts.
 *
 * @returns to be called in the transaction of the change: holds the account, or throws as this does
 * @throws Invalid  the password is wrong · @throws RateLimited
 */
export async function checkOwnPassword(
  { db, services, ip }: Context,
  login: string,
  password: string,
): Promise<(inner: Context) => Promise<void>> {
  const refuse = (error: unknown): never => {
    if (!(error instanceof Unauthenticated)) throw error
    throw new Invalid({ currentPassword: [messages.wrongCurrentPassword] }, { cause: error })
  }
  const checked = await checkPassword(db, services.settings, { login, password, ip }).catch(refuse)
  return async inner => {
    await holdChecked(inner, checked).catch(refuse)
  }
}

/** The keys that an attempt counts toward, in order. */
function triesOf(login: string, account: AccountRow | null, ip: string | null): readonly Try[] {
  const name = (account?.username ?? login.trim()).toLowerCase().slice(0, 255)
  return [
    ...(ip === null ? [] : [{ key: `address ${networkOf(ip)}`, limit: limits.address }]),
    { key: `pair ${name} ${networkOf(ip ?? '')}`, limit: limits.pair },
    ...(account?.isKnownAddress ? [] : [{ key: `account ${name}`, limit: limits.account }]),
  ]
}

/**
 * Count an attempt toward each limit. An attempt that an earlier limit refuses does not count toward the account, so that continued
 * guessing cannot lock the owner out.
 *
 * @throws RateLimited
 */
async function countTries(db: Db, tries: readonly Try[]): Promise<void> {
  for (const { key, limit } of tries) if (!(await countTry(db, key, limit))) throw tooMany()
}

const tooMany = () => new RateLimited(messages.tooManyFailures(minutes), minutes * 60)

async function findAccount(db: Db, login: string, ip: string | null): Promise<AccountRow | null> {
  const found = await sql<AccountRow>`
    select id, username, name, state, is_admin, is_external, password_hash,
      coalesce(${ip}::text in (current_sign_in_ip, last_sign_in_ip), false)
        or exists (select 1 from sessions s where s.user_id = users.id and s.ip = ${ip}) as is_known_address
    from users where (lower(username) = lower(${login}) or id = ${userByEmail(login)}) and not is_bot`.execute(db)
  return found.rows[0] ?? null
}
