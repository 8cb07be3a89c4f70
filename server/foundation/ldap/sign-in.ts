import { type Context, type Services, transact } from '#server/context.ts'
import { NotFound, Unauthenticated } from '#server/errors.ts'
import { directoryOf } from '#server/foundation/identities/ldap.ts'
import { attemptsOf, counted } from '#server/foundation/passwords/attempts.ts'
import { findAccount } from '#server/foundation/passwords/check-password.ts'
import { messages } from '#server/foundation/passwords/messages.ts'
import { begin } from '#server/foundation/sessions/sign-in.ts'
import { type DirectoryPerson, withDirectory } from '#server/platform/ldap/directory.ts'
import type { LdapSettings } from '#server/settings.ts'
import { accountOf, rivalDn } from './account.ts'
import { blockLeft } from './left.ts'
import { syncPerson } from './sync.ts'

interface SignIn {
  readonly login: string
  readonly password: string
  readonly rememberMe?: boolean
}

/**
 * Sign in with the name and password of the directory, and begin a session. Attempts count as those by password do.
 *
 * @throws NotFound  no directory is set
 * @throws Unauthenticated  a wrong password, an unknown name, or an account that is kept out
 * @throws Forbidden  the person cannot have an account here
 * @throws RateLimited  · @throws Unavailable  the directory cannot be asked
 */
export async function signInWithLdap(ctx: Context, { login: given, password, rememberMe }: SignIn) {
  const { db, services, ip } = ctx
  const parts = directoryOf(services)
  if (parts === null) throw new NotFound('LDAP')
  const login = given.trim()
  const account = await findAccount(db, services, login, ip)
  const found: { outcome?: Authenticated } = {}
  const attempts = services.settings.rateLimits ? attemptsOf({ login, account, ip }) : []
  await counted(db, attempts, async () => {
    found.outcome = await authenticate(parts, { login, password, knownDn: account?.ldapDn ?? null })
    return found.outcome.kind === 'right'
  })
  if (found.outcome?.kind === 'left' && account !== null) await blockLeft(db, services, [account.id])
  if (found.outcome?.kind !== 'right') throw new Unauthenticated(messages.wrongPassword)
  const { person } = found.outcome
  const formerDn = await goneDn(parts, await rivalDn(db, person))
  const { reply, userId } = await transact(ctx, async inner => {
    const actor = await accountOf(inner, person, { ldap: parts.ldap, formerDn })
    return { reply: await begin({ ...inner, actor }, actor.id, rememberMe ?? false), userId: actor.id }
  })
  await syncPerson(ctx, userId, person)
  return reply
}

type Authenticated =
  | { readonly kind: 'right'; readonly person: DirectoryPerson }
  | { readonly kind: 'wrong' }
  /** The account with that name belongs to an entry that is gone. */
  | { readonly kind: 'left' }

type LoggedDirectory = Pick<Services, 'log'> & { readonly ldap: LdapSettings }

async function authenticate(
  parts: LoggedDirectory,
  given: { readonly login: string; readonly password: string; readonly knownDn: string | null },
): Promise<Authenticated> {
  const { login, password, knownDn } = given
  // An empty password would be an anonymous bind, which succeeds.
  if (login === '' || password === '') return { kind: 'wrong' }
  return withDirectory(parts, async directory => {
    const person = await directory.personByUid(login)
    const hasLeft =
      person === null &&
      knownDn !== null &&
      (await directory.personByDn(knownDn)) === null &&
      (await directory.hasPeople())
    const { attributes, base } = parts.ldap
    // Somebody's password is checked in any case: the time of the reply does not reveal whether there is such a person.
    const isRight = await directory.isPasswordOf(person?.dn ?? `${attributes.uid}=nobody,${base}`, password)
    if (hasLeft) return { kind: 'left' }
    return isRight && person !== null ? { kind: 'right', person } : { kind: 'wrong' }
  })
}

/** The DN, if the directory no longer has it. */
async function goneDn(parts: LoggedDirectory, dn: string | null): Promise<string | null> {
  if (dn === null) return null
  return withDirectory(parts, async directory => ((await directory.personByDn(dn)) === null ? dn : null))
}
