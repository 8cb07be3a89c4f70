import { userTopic } from '#contract/live-topics.ts'
import { type Context, transact } from '#server/context.ts'
import { checkPassword, holdChecked } from '#server/foundation/passwords/check-password.ts'
import { viewer } from '#server/foundation/users/viewer.ts'
import { Reply } from '#server/slice.ts'
import { sessionCookie } from './cookie.ts'
import { startSession } from './start.ts'

interface SignIn {
  readonly login: string
  readonly password: string
  readonly rememberMe?: boolean
}

/**
 * Sign in and begin a session; a session the browser had already ends. An account that was put to sleep wakes up.
 *
 * @throws Unauthenticated  · @throws RateLimited
 */
export async function signIn(ctx: Context, { login, password, rememberMe }: SignIn) {
  const { db, services, ip } = ctx
  const checked = await checkPassword(db, services, { login, password, ip })
  const { actor } = checked
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
