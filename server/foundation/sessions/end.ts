import { userTopic } from '#contract/live-topics.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import './events.ts'

/** End one of a user's sessions. @throws NotFound  theirs is no such session */
export async function endSession(ctx: Context, userId: number, sessionId: number): Promise<void> {
  const ended = await ctx.db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (ended.numDeletedRows === 0n) throw new NotFound('Session')
  await announce(ctx, userId)
}

/** End every session of a user but the one at hand. */
export async function endOtherSessions(ctx: Context, userId: number): Promise<void> {
  await ctx.db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(ctx.sessionId !== null, query => query.where('id', '<>', ctx.sessionId ?? 0))
    .execute()
  await announce(ctx, userId)
}

/** The pages of those sessions ask again who they are. */
async function announce(ctx: Context, userId: number): Promise<void> {
  await ctx.events.record('session.ended', { userId }, { topics: [userTopic(userId)] })
}
