import { sql } from 'kysely'
import { attempt, type Context, type UserActor } from '#server/context.ts'
import { Conflict, Forbidden, Invalid, Unauthenticated } from '#server/errors.ts'
import { ldapDnOf, ldapProvider } from '#server/foundation/identities/ldap.ts'
import { queueMails } from '#server/foundation/mails/queue.ts'
import { messages as passwordMessages } from '#server/foundation/passwords/messages.ts'
import { userByEmail } from '#server/foundation/passwords/user-by-email.ts'
import { wake } from '#server/foundation/sessions/sign-in.ts'
import { createUser } from '#server/foundation/users/creation/create.ts'
import { emailProblems } from '#server/foundation/users/emails/email.ts'
import { keepIdentity } from '#server/foundation/users/identities.ts'
import { changeUser, type UserChanges } from '#server/foundation/users/update.ts'
import type { DirectoryPerson } from '#server/platform/ldap/directory.ts'
import { dnKey, plainDn } from '#server/platform/ldap/dn.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import type { LdapSettings } from '#server/settings.ts'
import { letIn } from './left.ts'
import { messages } from './messages.ts'
import { freeUsernames } from './username.ts'

interface FirstSignIn {
  readonly ldap: LdapSettings
  /** The DN of an account with the person's email address, if the directory no longer has it: the person was moved. */
  readonly formerDn: string | null
}

/**
 * The account of a person whom the directory has authenticated, for the rest of the transaction. The first time, it is created, or an
 * existing one with the confirmed email address is taken over as far as the settings allow: never by username. Later, the name and the
 * email address follow the directory.
 *
 * @throws Forbidden  the entry has no email address, or the address belongs to an account that is not taken over
 * @throws Unauthenticated  the account is blocked or banned
 */
export async function accountOf(ctx: Context, person: DirectoryPerson, first: FirstSignIn): Promise<UserActor> {
  const userId = (await userOfDn(ctx.db, person.dn)) ?? (await firstAccount(ctx, person, first))
  const user = await ctx.db
    .selectFrom('users')
    .select(['id', 'username', 'name', 'email', 'state', 'isAdmin', 'isExternal'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (user === undefined) throw new Unauthenticated(passwordMessages.wrongPassword)
  switch (user.state) {
    case 'blocked':
    case 'banned':
    case 'blocked_pending_approval':
      throw new Unauthenticated(passwordMessages.kept[user.state])
    case 'ldap_blocked':
      await letIn(ctx, [userId])
      break
    case 'deactivated':
      await wake(ctx, userId)
      break
    default:
  }
  const name = await refresh(ctx, user, person)
  const { username, isAdmin, isExternal } = user
  return { kind: 'user', id: userId, username, name, isAdmin, isExternal }
}

/** The user with an entry of the directory. */
export async function userOfDn(db: Db, dn: string): Promise<number | null> {
  const found = await db
    .selectFrom('userIdentities')
    .select('userId')
    .where('provider', '=', ldapProvider)
    .where(sql<boolean>`lower(extern_uid) = lower(${plainDn(dn)})`)
    .executeTakeFirst()
  return found?.userId ?? null
}

/** The DN of the user who has confirmed an address, if it is another one than the given. */
export async function rivalDn(db: Db, { dn, email }: DirectoryPerson): Promise<string | null> {
  if (email === null) return null
  const found = await db
    .selectFrom('userIdentities')
    .select('externUid')
    .where('provider', '=', ldapProvider)
    .where('userId', '=', userByEmail(email))
    .executeTakeFirst()
  return found === undefined || dnKey(found.externUid) === dnKey(dn) ? null : found.externUid
}

/** First sign-ins run one after the other, so that two of one person make one account. */
async function firstAccount(ctx: Context, person: DirectoryPerson, first: FirstSignIn): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('first LDAP sign-in'))`.execute(ctx.db)
  const known = await userOfDn(ctx.db, person.dn)
  if (known !== null) return known
  const { label } = first.ldap
  const { dn, email } = person
  if (email === null || emailProblems(email).length > 0) throw new Forbidden(messages.noEmail(label))
  const userId = (await existingAccount(ctx, email, first)) ?? (await newAccount(ctx, { ...person, email }))
  await keepIdentity(ctx, userId, { provider: ldapProvider, externUid: dn })
  return userId
}

/**
 * The account with a confirmed email address, which becomes the person's: its password and sessions end. Null without one.
 *
 * @throws Forbidden  the settings keep it, or it belongs to another entry of the directory
 */
async function existingAccount(ctx: Context, email: string, { ldap, formerDn }: FirstSignIn): Promise<number | null> {
  const { rows } = await sql<{
    id: number
    name: string
    email: string
    isAdmin: boolean
    isBot: boolean
    dn: string | null
  }>`
    select u.id, u.name, u.email, u.is_admin, u.is_bot, ${ldapDnOf({ ldap }, sql.ref('u.id'))} as dn
    from users u where u.id = ${userByEmail(email)} for no key update of u`.execute(ctx.db)
  const [user] = rows
  if (user === undefined) return null
  const isMoved = user.dn !== null && formerDn !== null && dnKey(user.dn) === dnKey(formerDn)
  const isOpen = ldap.linkAccounts === 'all' || (ldap.linkAccounts === 'people' && !user.isAdmin)
  if (user.isBot || (user.dn === null ? !isOpen : !isMoved || (user.isAdmin && ldap.linkAccounts !== 'all')))
    throw new Forbidden(messages.emailTaken(ldap.label))
  await ctx.db.deleteFrom('sessions').where('userId', '=', user.id).execute()
  const text = linkedText(user.name, ctx.services.settings.externalUrl, ldap.label)
  await queueMails(ctx, [
    { userId: user.id, recipient: user.email, subject: `Your account now signs in with ${ldap.label}`, text },
  ])
  return user.id
}

const linkedText = (name: string, site: string, label: string) => `Hello ${name},

Your account on ${site} was connected with your ${label} entry, which has the same email address.
From now on, you sign in with ${label}. Your former password no longer works, and all sessions were signed out.
If you did not sign in with ${label} just now, contact an administrator.
`

async function newAccount(ctx: Context, person: DirectoryPerson & { readonly email: string }): Promise<number> {
  const name = nameOf(person)
  let taken: unknown
  for (const username of (await freeUsernames(ctx.db, person.uid)).slice(0, 3)) {
    try {
      const record = { username, name, email: person.email, passwordHash: null }
      return (await attempt(ctx, () => createUser(ctx, record))).userId
    } catch (error) {
      // A registration was quicker.
      if (!(error instanceof Conflict)) throw error
      taken = error
    }
  }
  throw new Conflict('Username has already been taken', { cause: taken })
}

/** The name of a person as accounts can have it. */
const nameOf = ({ name, uid }: DirectoryPerson): string => oneLine(name).slice(0, 255) || oneLine(uid).slice(0, 255)

interface Refreshed {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly email: string
}

/** Take over the name and the email address of the directory; an address that another account has stays there. @returns the name */
async function refresh(ctx: Context, user: Refreshed, person: DirectoryPerson): Promise<string> {
  const name = nameOf(person)
  const hasNewName = name !== '' && name !== user.name && (await isChanged(ctx, user, { name }))
  const current = hasNewName ? { ...user, name } : user
  const { email } = person
  if (email !== null && email.toLowerCase() !== user.email.toLowerCase()) await isChanged(ctx, current, { email })
  return current.name
}

async function isChanged(ctx: Context, user: Refreshed, changes: UserChanges): Promise<boolean> {
  try {
    await attempt(ctx, () => changeUser(ctx, user, changes))
    return true
  } catch (error) {
    if (error instanceof Conflict || error instanceof Invalid) return false
    throw error
  }
}
