import { anonymous, type Context, transact } from '#server/context.ts'
import { Conflict, Forbidden, Invalid, RateLimited } from '#server/errors.ts'
import { countTry } from '#server/foundation/passwords/tries.ts'
import { refuseDomain } from '#server/foundation/settings/email-domains.ts'
import { readSiteSettings } from '#server/foundation/settings/site-settings.ts'
import { takesPasswords } from '#server/foundation/settings/takes-passwords.ts'
import { createUser, prepareUser } from '#server/foundation/users/creation/create.ts'
import { viewer } from '#server/foundation/users/viewer.ts'
import { networkOf } from '#server/platform/limits/network.ts'
import { Reply } from '#server/slice.ts'
import { messages } from './messages.ts'
import { begin } from './sign-in.ts'

/** Registrations per IP address, including refused ones, which reveal whether a name is taken. */
const registrationLimit = { max: 20, minutes: 60 } as const

interface Registration {
  readonly username: string
  readonly name: string
  readonly email: string
  readonly password: string
}

/**
 * Create an account for oneself and sign in. Where administrators approve new accounts, the viewer of the reply is no
 * user: the account waits.
 *
 * @throws RateLimited  too many from one address
 * @throws Forbidden  registration is switched off
 * @throws Invalid  by field, also for values that are already taken
 * @source PLATFORM-002
 */
export async function register(ctx: Context, given: Registration) {
  const { db, ip, services } = ctx
  if (services.settings.rateLimits && !(await countTry(db, `registration ${networkOf(ip ?? '')}`, registrationLimit)))
    throw new RateLimited(messages.tooManyRegistrations, registrationLimit.minutes * 60)
  const site = await readSiteSettings(ctx.db)
  if (!site.signupEnabled || !takesPasswords(site, services.settings)) throw new Forbidden(messages.signUpIsOff)
  refuseDomain(site, given.email)
  const mustWait = site.requireAdminApprovalAfterUserSignup
  const prepared = { ...(await prepareUser(given)), state: mustWait ? 'blocked_pending_approval' : 'active' } as const
  return transact(ctx, async inner => {
    const { userId } = await createUser(inner, prepared).catch(byField)
    if (mustWait) {
      await inner.events.record('user.approval_requested', { userId })
      return new Reply(201, await viewer({ ...inner, actor: anonymous, sessionId: null }))
    }
    const { username, name } = prepared
    const actor = { kind: 'user', id: userId, username, name, isAdmin: false, isExternal: false } as const
    return begin({ ...inner, actor }, userId, false)
  })
}

/** The form shows a sentence beside its field. */
function byField(error: unknown): never {
  if (!(error instanceof Conflict)) throw error
  const field = error.message.startsWith('Email') ? 'email' : 'username'
  throw new Invalid({ [field]: ['has already been taken'] }, { cause: error })
}
