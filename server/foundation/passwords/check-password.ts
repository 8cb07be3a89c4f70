import { sql } from 'kysely'
import type { userStates } from '#contract/foundation/users.ts'
import type { Context, Services, UserActor } from '#server/context.ts'
import { Invalid, Unauthenticated } from '#server/errors.ts'
import { ldapDnOf } from '#server/foundation/identities/ldap.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { attemptsOf, counted, tooMany } from './attempts.ts'
import { checkOnce, isAtHand } from './checked-passwords.ts'
import { messages } from './messages.ts'
import { verifyPassword } from './password.ts'
import { hadTooMany } from './tries.ts'
import { userByEmail } from './user-by-email.ts'

declare module '#server/context.ts' {
  interface Plugs {
    readonly directory: {
      /** Whether a password is the one of a user's entry. @throws Unavailable  the directory cannot be asked */
      readonly isPassword: (db: Db, services: Services, given: LdapPassword) => Promise<boolean>
    }
  }
}

export interface LdapPassword {
  readonly userId: number
  readonly dn: string
  readonly password: string
}

export interface Credentials {
  /** A username or an email address. */
  readonly login: string
  readonly password: string
  readonly ip: string | null
}

export interface AccountRow {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly state: (typeof userStates)[number]
  readonly isAdmin: boolean
  readonly isExternal: boolean
  readonly passwordHash: string | null
  /** The DN of an account whose password is the one of the directory. */
  readonly ldapDn: string | null
  /** Whether the owner has signed in from this address before. */
  readonly isKnownAddress: boolean
}

interface CheckedAccount {
  readonly actor: UserActor
  /** The one that the password was checked against; null if it was checked by the directory. */
  readonly passwordHash: string | null
  readonly isDeactivated: boolean
}

/**
 * Authenticate a username and password; the password of an account that signs in by LDAP is the one of the directory. Each attempt is
 * counted before the check; a successful one is uncounted again. Do not call it in a transaction, whose rollback would undo the count.
 *
 * @throws Unauthenticated  a wrong password, an unknown login, or an account that is kept out
 * @throws RateLimited  too many attempts
 * @throws Unavailable  the directory cannot be asked
 */
export async function checkPassword(
  db: Db,
  services: Services,
  { login, password, ip }: Credentials,
): Promise<CheckedAccount> {
  const account = await findAccount(db, services, login, ip)
  const attempts = services.settings.rateLimits ? attemptsOf({ login, account, ip }) : []
  const isRight = await isRightPassword(db, services, account, password, attempts)
  if (account === null || !isRight) throw new Unauthenticated(messages.wrongPassword)
  const { state } = account
  if (state !== 'active' && state !== 'deactivated') throw new Unauthenticated(messages.kept[state])
  const { id, username, name, isAdmin, isExternal } = account
  return {
    actor: { kind: 'user', id, username, name, isAdmin, isExternal },
    passwordHash: account.ldapDn === null ? account.passwordHash : null,
    isDeactivated: state === 'deactivated',
  }
}

async function isRightPassword(
  db: Db,
  services: Services,
  account: AccountRow | null,
  password: string,
  attempts: ReturnType<typeof attemptsOf>,
): Promise<boolean> {
  if (account !== null && account.ldapDn !== null) {
    const { id: userId, ldapDn: dn } = account
    return counted(db, attempts, () => services.plugs.directory.isPassword(db, services, { userId, dn, password }))
  }
  const passwordHash = account?.passwordHash ?? null
  // Cached results cost nothing, but are withheld from a caller over the limit: they would confirm a correct guess.
  if (isAtHand(passwordHash, password) && (await hadTooMany(db, attempts))) throw tooMany()
  return checkOnce(passwordHash, password, () => counted(db, attempts, () => verifyPassword(passwordHash, password)))
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
    where id = ${actor.id} and (${passwordHash}::text is null or password_hash = ${passwordHash}) and state in ('active', 'deactivated') for no key update`.execute(
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
  const checked = await checkPassword(db, services, { login, password, ip }).catch(refuse)
  return async inner => {
    await holdChecked(inner, checked).catch(refuse)
  }
}

/** The account with a username or a confirmed email address. */
export async function findAccount(
  db: Db,
  { settings }: Pick<Services, 'settings'>,
  given: string,
  ip: string | null,
): Promise<AccountRow | null> {
  const login = given.trim()
  const found = await sql<AccountRow>`
    select id, username, name, state, is_admin, is_external, password_hash, ${ldapDnOf(settings, sql.ref('users.id'))} as ldap_dn,
      coalesce(${ip}::text in (current_sign_in_ip, last_sign_in_ip), false)
        or exists (select 1 from sessions s where s.user_id = users.id and s.ip = ${ip}) as is_known_address
    from users where (lower(username) = lower(${login}) or id = ${userByEmail(login)}) and not is_bot`.execute(db)
  return found.rows[0] ?? null
}
