import { type RawBuilder, sql } from 'kysely'
import { type Context, selfId } from '#server/context.ts'
import { readSiteSettings } from '#server/foundation/settings/site-settings.ts'

/** Days after which people who dismissed the survey are asked again. @source UI-014 */
const reminderDays = 7

/** Days after which people who answered are asked again. */
const answeredDays = 180

/** Whether the time since a moment in the past is shorter than a number of days. */
const isWithin = ({ now }: Context, moment: string, days: number): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(moment)} > ${now}::timestamptz - make_interval(days => ${sql.lit(days)})`

/** Whether the actor answered so recently that another answer is not wanted. */
export async function hasAnswered(ctx: Context): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('surveyAnswers')
    .select('id')
    .where('userId', '=', selfId(ctx))
    .where(isWithin(ctx, 'createdAt', answeredDays))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether to ask the actor now. */
export async function isSurveyDue(ctx: Context): Promise<boolean> {
  const { surveyEnabled } = await readSiteSettings(ctx.db)
  if (!surveyEnabled || (await hasAnswered(ctx))) return false
  const dismissed = await ctx.db
    .selectFrom('surveyDismissals')
    .select('userId')
    .where('userId', '=', selfId(ctx))
    .where(isWithin(ctx, 'dismissedAt', reminderDays))
    .executeTakeFirst()
  return dismissed === undefined
}
