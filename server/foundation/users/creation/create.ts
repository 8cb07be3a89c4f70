import { randomBytes } from 'node:crypto'
import { userTopic } from '#contract/live-topics.ts'
import { type Context, transact } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import { hashPassword } from '#server/foundation/passwords/password.ts'
import { readSiteSettings } from '#server/foundation/settings/site-settings.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { checkPerson } from './check.ts'
import { insertUser, Taken, type UserRecord } from './insert-user.ts'

export interface NewUser extends Omit<UserRecord, 'passwordHash'> {
  /** Null generates one that no one knows. */
  readonly password: string | null
}

interface PreparedUser extends UserRecord {
  readonly passwordHash: string
}

/**
 * Hold a new account to the rules and hash its password, before any transaction begins: hashing takes some 30 ms.
 *
 * @throws Invalid
 */
export async function prepareUser(given: NewUser): Promise<PreparedUser> {
  const { password, ...person } = given
  const texts = { username: person.username.trim(), email: person.email.trim(), name: oneLine(person.name) }
  checkPerson({
    ...texts,
    ...(password === null ? {} : { password }),
    ...(person.websiteUrl === undefined ? {} : { websiteUrl: person.websiteUrl }),
    ...(person.publicEmail === undefined ? {} : { publicEmail: person.publicEmail }),
  })
  const passwordHash = await hashPassword(password ?? randomBytes(32).toString('base64url'))
  return { ...person, ...texts, passwordHash }
}

/**
 * Make an account with the namespace of its own.
 *
 * @throws Conflict  the username or the address is taken
 */
export async function createUser(
  ctx: Context,
  prepared: UserRecord,
): Promise<{ readonly userId: number; readonly namespaceId: number }> {
  const site = await readSiteSettings(ctx.db)
  return transact(ctx, async inner => {
    const defaults = {
      canCreateGroup: site.canCreateGroup,
      isExternal: site.userDefaultExternal,
      projectsLimit: site.defaultProjectsLimit,
    }
    const made = await insertUser(inner.db, { ...defaults, ...prepared }).catch(refuseTaken)
    await inner.events.record('user.created', { userId: made.userId }, { topics: [userTopic(made.userId)] })
    return made
  })
}

/** @throws Conflict  in place of `Taken`; anything else as it is */
export function refuseTaken(error: unknown): never {
  if (!(error instanceof Taken)) throw error
  throw new Conflict(`${error.field === 'email' ? 'Email' : 'Username'} has already been taken`, { cause: error })
}
