import type { answerSurvey as operation } from '#contract/foundation/surveys.ts'
import { surveyTopic, userTopic } from '#contract/live-topics.ts'
import type { InputOf } from '#contract/operation.ts'
import { type Context, selfId } from '#server/context.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import { readSiteSettings } from '#server/foundation/settings/site-settings.ts'
import { hasAnswered } from './reminders.ts'

/**
 * Store the actor's answer.
 *
 * @throws NotFound  the survey is turned off
 * @throws Conflict  the actor has answered recently
 */
export async function answerSurvey(ctx: Context, { rating, comment }: InputOf<typeof operation>): Promise<void> {
  const { surveyEnabled } = await readSiteSettings(ctx.db)
  if (!surveyEnabled) throw new NotFound('Survey')
  const userId = selfId(ctx)
  // If two answers arrive at once, the second waits here and is refused.
  await ctx.db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  if (await hasAnswered(ctx)) throw new Conflict('You have already answered')
  const { id } = await ctx.db
    .insertInto('surveyAnswers')
    .values({ userId, rating, comment: comment?.trim() || null, createdAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.events.record('survey.answered', { answerId: id }, { topics: [surveyTopic, userTopic(userId)] })
}
