import { userTopic } from '#contract/live-topics.ts'
import { type Context, transact } from '#server/context.ts'
import { Forbidden } from '#server/errors.ts'
import { checkPassword, holdChecked } from '#server/foundation/passwords/check-password.ts'
import { siteNow } from '#server/foundation/settings/site-now.ts'
import { takesPasswords } from '#server/foundation/settings/takes-passwords.ts'
import { viewer } from '#server/foundation/users/viewer.ts'
import { Reply } from '#server/slice.ts'
import { sessionCookie } from './cookie.ts'
import { messages } from './messages.ts'
import { startSession } from './start.ts'

interface SignIn {
  readonly login: string
  readonly password: string
  readonly rememberMe?: boolean
}

/**
 * Sign in and begin a session; a session the browser had already ends. An account that was put to sleep wakes up.
 *
 * @throws Unauthenticated  · @throws RateLimited · @throws Forbidden  people sign in by LDAP alone
 */
export async function signIn(ctx: Context, { login, password, rememberMe }: SignIn) {
  const { db, services, ip } = ctx
  const checked = await checkPassword(db, services, { login, password, ip })
  const { actor, passwordHash } = checked
  // Administrators get in when the directory cannot be asked. Others learn this only after the right password.
  if (passwordHash !== null && !actor.isAdmin && !takesPasswords(await siteNow(ctx), services.settings))
    throw new Forbidden(messages.passwordsAreOff)
  return transact({ ...ctx, actor }, async inner => {
    const { isDeactivated } = await holdChecked(inner, checked)
    if (isDeactivated) await wake(inner, actor.id)
    return begin(inner, actor.id, rememberMe ?? false)
  })
}

/** Make an account that was put to sleep active again. */
export async function wake(ctx: Context, userId: number): Promise<void> {
  await ctx.db.updateTable('users').set({ state: 'active', updatedAt: ctx.now }).where('id', '=', userId).execute()
  await ctx.events.record('user.activated', { userId }, { topics: [userTopic(userId)] })
}

/** Begin a session for a user and answer with the user as the page shows them, and the cookie. */
export async function begin(ctx: Context, userId: number, remember: boolean) {
  if (ctx.sessionId !== null) await replaceSession(ctx, ctx.sessionId)
  const { sessionId, token } = await startSession(ctx, userId, remember)
  const shown = await viewer({ ...ctx, sessionId })
  return new Reply(201, shown, {
    'set-cookie': sessionCookie(ctx.services.settings, token, remember),
    'cache-control': 'no-store',
  })
}

/** End the browser's former session, including its open sockets, whichever user it belonged to. */
async function replaceSession(ctx: Context, sessionId: number): Promise<void> {
  const ended = await ctx.db.deleteFrom('sessions').where('id', '=', sessionId).returning('userId').executeTakeFirst()
  if (ended === undefined) return
  await ctx.events.record('session.ended', { userId: ended.userId }, { topics: [userTopic(ended.userId)] })
}
