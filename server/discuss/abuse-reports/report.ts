import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { createAbuseReport } from '#contract/discuss/abuse-reports.ts'
import type { Context } from '#server/context.ts'
import { type FieldErrors, Invalid, Unauthenticated } from '#server/errors.ts'
import { tooLong } from '#server/platform/text/problems.ts'
import { administratorTopics } from './events.ts'
import { messages } from './messages.ts'
import { countReport } from './rate-limit.ts'
import { thingAt } from './thing.ts'

/** Characters of a message at most. */
const maxMessage = 2000

/** Characters that are kept of the reported text. */
const maxExcerpt = 1000

type AbuseReportInput = Static<typeof createAbuseReport.input>['abuseReport']

/**
 * Tell the administrators of something. A user who already has an open report on it changes that one; with no message
 * it keeps its own.
 *
 * @throws Invalid  a message that is too long or missing, an address of something else, another user's words
 * @throws NotFound  the actor may not know of it
 * @throws Forbidden  it is their own
 */
export async function reportAbuse(ctx: Context, given: AbuseReportInput): Promise<{ id: number; isUpdated: boolean }> {
  if (ctx.actor.kind !== 'user') throw new Unauthenticated()
  countReport(ctx)
  const thing = await thingAt(ctx, given.reportedFromUrl)
  const message = given.message?.trim() ?? ''
  const problems: FieldErrors = {
    ...(thing.authorId === given.userId ? {} : { userId: [messages.notTheirs] }),
    ...(message.length > maxMessage
      ? { message: [tooLong(maxMessage)] }
      : message === '' && given.category === 'other'
        ? { message: [messages.needed] }
        : {}),
  }
  if (Object.keys(problems).length > 0) throw new Invalid(problems)
  const { rows } = await sql<{ id: number; isNew: boolean }>`
    insert into abuse_reports as r (reporter_id, user_id, kind, thing_id, title, reference, path, excerpt, category, message, created_at, updated_at)
    values (${ctx.actor.id}, ${thing.authorId}, ${thing.kind}, ${thing.id}, ${thing.title}, ${thing.reference}, ${thing.path},
      ${[...thing.text].slice(0, maxExcerpt).join('')}, ${given.category}, ${message}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz)
    on conflict (reporter_id, kind, thing_id) where state = 'open' do update set category = excluded.category,
      message = case when excluded.message = '' then r.message else excluded.message end, updated_at = excluded.updated_at
    returning id, xmax = 0 as is_new`.execute(ctx.db)
  const report = rows[0]
  if (report === undefined) throw new Error('a report without a row')
  await ctx.events.record(
    report.isNew ? 'abuse_report.created' : 'abuse_report.updated',
    { reportId: report.id },
    { topics: await administratorTopics(ctx) },
  )
  return { id: report.id, isUpdated: !report.isNew }
}
