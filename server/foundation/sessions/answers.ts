import * as contract from '#contract/foundation/sessions.ts'
import type { Context, UserActor } from '#server/context.ts'
import { Unauthenticated } from '#server/errors.ts'
import { forgotPassword } from '#server/foundation/passwords/forgot-password.ts'
import { messages } from '#server/foundation/passwords/messages.ts'
import { answer, Reply } from '#server/slice.ts'
import { changePassword, resetPassword } from './change-password.ts'
import { noSessionCookie } from './cookie.ts'
import { endOtherSessions, endSession } from './end.ts'
import { register } from './register.ts'
import { signIn } from './sign-in.ts'

/** The signed-in user, in an operation that only they reach. */
function self(ctx: Context): UserActor {
  if (ctx.actor.kind !== 'user') throw new Unauthenticated()
  return ctx.actor
}

export const sessionsAnswers = [
  answer(contract.signIn, { for: 'anyone', transaction: 'own', run: signIn }),
  answer(contract.register, { for: 'anyone', transaction: 'own', run: register }),
  answer(contract.signOut, {
    for: 'anyone',
    run: async ctx => {
      if (ctx.actor.kind === 'user' && ctx.sessionId !== null) await endSession(ctx, ctx.actor.id, ctx.sessionId)
      return new Reply(204, undefined, { 'set-cookie': noSessionCookie(ctx.services.settings) })
    },
  }),
  answer(contract.listSessions, {
    for: 'signed-in',
    bySession: true,
    run: async ctx => {
      const rows = await ctx.db
        .selectFrom('sessions')
        .select(['id', 'ip', 'userAgent', 'remember', 'createdAt', 'lastSeenAt', 'expiresAt'])
        .where('userId', '=', self(ctx).id)
        .where('expiresAt', '>', ctx.now)
        .orderBy('lastSeenAt', 'desc')
        .orderBy('id', 'desc')
        .limit(100)
        .execute()
      return rows.map(row => ({ ...row, current: row.id === ctx.sessionId }))
    },
  }),
  answer(contract.endSession, {
    for: 'signed-in',
    bySession: true,
    run: async (ctx, { id }) => {
      await endSession(ctx, self(ctx).id, id)
      const isCurrent = id === ctx.sessionId
      return new Reply(204, undefined, isCurrent ? { 'set-cookie': noSessionCookie(ctx.services.settings) } : {})
    },
  }),
  answer(contract.endOtherSessions, {
    for: 'signed-in',
    bySession: true,
    run: ctx => endOtherSessions(ctx, self(ctx).id),
  }),
  answer(contract.changePassword, {
    for: 'signed-in',
    bySession: true,
    transaction: 'own',
    run: (ctx, input) => changePassword(ctx, self(ctx), input),
  }),
  answer(contract.forgotPassword, {
    for: 'anyone',
    transaction: 'own',
    run: async (ctx, { email }) => {
      await forgotPassword(ctx, email)
      return { message: messages.linkMayBeOnItsWay }
    },
  }),
  answer(contract.resetPassword, {
    for: 'anyone',
    transaction: 'own',
    run: (ctx, { token, password }) => resetPassword(ctx, token, password),
  }),
]
