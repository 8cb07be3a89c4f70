import { sql } from 'kysely'
import { surveyRatings } from '#contract/foundation/survey-ratings.ts'
import type { Context } from '#server/context.ts'
import { readSiteSettings } from '#server/foundation/settings/site-settings.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'

interface Window {
  readonly after?: number
  readonly before?: number
}

interface SurveyAnswer {
  readonly id: number
  readonly rating: number
  readonly comment: string | null
  readonly createdAt: string
  // Made by PostgreSQL in the contract's shape.
  readonly user: never
}

const perPage = 20

/** A page of answers, newest first, with the counts of all ratings. */
export async function answersPage(ctx: Context, { after, before }: Window) {
  const isBackward = before !== undefined
  const { rows } = await sql<SurveyAnswer>`
    select a.id, a.rating, a.comment, iso(a.created_at) as created_at, ${userBasicJson(ctx.services.settings, 'u')} as "user"
    from survey_answers a join users u on u.id = a.user_id
    where ${isBackward ? sql`a.id > ${before}` : sql`a.id < ${after ?? Number.MAX_SAFE_INTEGER}`}
    order by a.id ${isBackward ? sql`asc` : sql`desc`} limit ${sql.lit(perPage + 1)}`.execute(ctx.db)
  const shown = rows.slice(0, perPage)
  const answers = isBackward ? shown.toReversed() : shown
  const hasMore = rows.length > perPage
  const counted = await sql<{ rating: number; count: number }>`
    select rating, count(*) from survey_answers group by rating`.execute(ctx.db)
  return {
    isEnabled: (await readSiteSettings(ctx.db)).surveyEnabled,
    counts: surveyRatings.map(rating => counted.rows.find(row => row.rating === rating)?.count ?? 0),
    answers,
    next: isBackward || hasMore ? (answers.at(-1)?.id ?? null) : null,
    previous: (isBackward ? hasMore : after !== undefined) ? (answers[0]?.id ?? null) : null,
  }
}
