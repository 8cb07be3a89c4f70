import { sql } from 'kysely'
import { pagingLimits } from '#contract/feeds/paging-rules.ts'
import { type Context, selfId } from '#server/context.ts'
import { RateLimited } from '#server/errors.ts'
import './events.ts'
import { messages } from './messages.ts'
import { readPagingSettings } from './settings.ts'

/** Send the actor a test page by each channel of high urgency, at once. @throws RateLimited */
export async function sendTestPage(ctx: Context): Promise<void> {
  const userId = selfId(ctx)
  await sql`select 1 from users where id = ${userId} for no key update`.execute(ctx.db)
  const { rows } = await sql<{ sent: number }>`
    select count(distinct part) as sent from page_deliveries
    where user_id = ${userId} and issuable_id is null and created_at > ${ctx.now}::timestamptz - interval '1 hour'`.execute(
    ctx.db,
  )
  if ((rows[0]?.sent ?? 0) >= pagingLimits.testsPerHour)
    throw new RateLimited('You have sent yourself too many test pages. Try again in an hour')
  const { highUrgency } = await readPagingSettings(ctx)
  await ctx.db
    .insertInto('pageDeliveries')
    .values(
      [...new Set(highUrgency.map(({ channel }) => channel))].map(channel => ({
        ...{ userId, issuableId: null, part: `test_${ctx.now}`, channel, minutes: 0, lead: messages.testText },
        ...{ untilStatus: 'RESOLVED', nextAttemptAt: ctx.now, createdAt: ctx.now },
      })),
    )
    .execute()
  await ctx.events.record('paging.tested', { userId })
}
