import { sql } from 'kysely'
import type { UserActor } from '#server/context.ts'
import { RateLimited, Unauthenticated } from '#server/errors.ts'
import { verifyPassword } from '#server/foundation/users/password.ts'
import type { Db } from '#server/platform/sql/database.ts'
import type { Settings } from '#server/settings.ts'
import { isKnownRight, rememberRight } from './checked-passwords.ts'
import { messages } from './messages.ts'

export interface Credentials {
  /** A username or an e-mail address. */
  readonly login: string
  readonly password: string
  readonly ip: string | null
}

interface AccountRow {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly state: 'active' | 'blocked' | 'deactivated' | 'banned'
  readonly isAdmin: boolean
  readonly isExternal: boolean
  readonly passwordHash: string | null
}

export interface CheckedAccount {
  readonly actor: UserActor
  readonly isDeactivated: boolean
}

const failuresAtMost = 10

/**
 * Whose username and password these are. Each try is counted before it is checked, by account and by address, so that
 * many at once are no way around the limit; a right one takes its own count back. Not to be called in a transaction,
 * which would undo the count of a refusal.
 *
 * @throws Unauthenticated  a wrong password, an unknown login, or an account that is kept out
 * @throws RateLimited  ten failures in ten minutes
 */
export async function checkPassword(
  db: Db,
  settings: Pick<Settings, 'rateLimits'>,
  { login, password, ip }: Credentials,
): Promise<CheckedAccount> {
  const account = await findAccount(db, login.trim())
  const key = (account?.username ?? login.trim()).toLowerCase().slice(0, 255)
  const passwordHash = account?.passwordHash ?? null
  const isKnown = isKnownRight(passwordHash, password, performance.now())
  const isOverLimit = await (isKnown ? hadTooMany : countTry)(db, key, ip ?? '')
  if (isOverLimit && settings.rateLimits) throw new RateLimited(messages.tooManyFailures, 600)
  const isRight = isKnown || (await verifyPassword(passwordHash, password))
  if (account === null || passwordHash === null || !isRight) throw new Unauthenticated(messages.wrongPassword)
  if (!isKnown) rememberRight(passwordHash, password, performance.now())
  await db.deleteFrom('signInFailures').where('login', '=', key).execute()
  if (account.state === 'blocked' || account.state === 'banned') throw new Unauthenticated(messages.kept[account.state])
  const { id, username, name, isAdmin, isExternal } = account
  return {
    actor: { kind: 'user', id, username, name, isAdmin, isExternal },
    isDeactivated: account.state === 'deactivated',
  }
}

async function findAccount(db: Db, login: string): Promise<AccountRow | null> {
  const found = await sql<AccountRow>`
    select id, username, name, state, is_admin, is_external, password_hash from users
    where (lower(username) = lower(${login}) or lower(email) = lower(${login})) and not is_bot`.execute(db)
  return found.rows[0] ?? null
}

/** Whether there were too many failures already, by account or by address. */
const overLimit = (login: string, ip: string) => sql<boolean>`(
  (select count(*) from sign_in_failures where login = ${login} and created_at > now() - interval '10 minutes') >= ${failuresAtMost}
  or (select count(*) from sign_in_failures where ip = ${ip} and ip <> '' and created_at > now() - interval '10 minutes') >= ${failuresAtMost})`

/** Count one try as a failure, unless there were too many already. */
async function countTry(db: Db, login: string, ip: string): Promise<boolean> {
  const counted = await sql<{ isOverLimit: boolean }>`
    with recent as (
      select ${overLimit(login, ip)} as is_over_limit
    ), tried as (
      insert into sign_in_failures (login, ip) select ${login}, ${ip} from recent where not is_over_limit
    )
    select is_over_limit from recent`.execute(db)
  return counted.rows[0]?.isOverLimit ?? false
}

/** The same for a try that is known to be none. */
async function hadTooMany(db: Db, login: string, ip: string): Promise<boolean> {
  const { rows } = await sql<{ isOverLimit: boolean }>`select ${overLimit(login, ip)} as is_over_limit`.execute(db)
  return rows[0]?.isOverLimit ?? false
}
