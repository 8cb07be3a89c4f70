import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { hashPassword } from '#server/foundation/passwords/password.ts'
import { type Db, inTransaction } from '#server/platform/sql/database.ts'
import { hashSecret } from '#server/platform/text/secret.ts'
import type { Settings } from '#server/settings.ts'
import { insertUser } from './insert-user.ts'

interface FirstAdministrator {
  readonly username: string
  /** Set when it was made up now: it is kept nowhere else. */
  readonly password?: string
  /** Set when the settings asked for one and it was made now. */
  readonly token?: string
  /** Whether this call made the account. */
  readonly made: boolean
}

const username = 'root'

/**
 * Create the administrator `root`, with the password and the token of the settings, in a database without users. Any
 * other database stays unchanged: both may have been changed since. Two processes that start together create one.
 */
export async function ensureFirstAdministrator(
  db: Db,
  settings: Pick<Settings, 'rootPassword' | 'rootToken'>,
): Promise<FirstAdministrator> {
  if (!(await isFresh(db))) return { username: await administrator(db), made: false }
  const password = settings.rootPassword ?? makePassword()
  const passwordHash = await hashPassword(password)
  return inTransaction(db, async inner => {
    await sql`select pg_advisory_xact_lock(hashtext('first administrator'))`.execute(inner)
    if (!(await isFresh(inner))) return { username: await administrator(inner), made: false }
    const { userId } = await insertUser(inner, {
      username,
      name: 'Administrator',
      email: 'root@localhost',
      passwordHash,
      isAdmin: true,
    })
    if (settings.rootToken !== undefined)
      await inner
        .insertInto('personalAccessTokens')
        .values({
          userId,
          name: 'First token',
          tokenHash: hashSecret(settings.rootToken),
          scopes: ['api', 'sudo', 'admin_mode'],
        })
        .execute()
    return {
      username,
      ...(settings.rootPassword === undefined ? { password } : {}),
      ...(settings.rootToken === undefined ? {} : { token: settings.rootToken }),
      made: true,
    }
  })
}

async function isFresh(db: Db): Promise<boolean> {
  const anyone = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return anyone === undefined
}

async function administrator(db: Db): Promise<string> {
  const first = await db
    .selectFrom('users')
    .select('username')
    .where('isAdmin', '=', true)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first?.username ?? username
}

/** Twenty letters and digits that cannot be taken for one another: over 110 bits. */
function makePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  return Array.from({ length: 20 }, () => letters.charAt(randomInt(letters.length))).join('')
}
