import { userTopic } from '#contract/live-topics.ts'
import { type Context, selfId } from '#server/context.ts'

/** Do not ask the actor for the next days. @source UI-014 */
export async function dismissSurvey(ctx: Context): Promise<void> {
  const userId = selfId(ctx)
  await ctx.db
    .insertInto('surveyDismissals')
    .values({ userId, dismissedAt: ctx.now })
    .onConflict(on => on.column('userId').doUpdateSet({ dismissedAt: ctx.now }))
    .execute()
  await ctx.events.record('survey.dismissed', { userId }, { topics: [userTopic(userId)] })
}
