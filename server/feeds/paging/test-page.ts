import { sql } from 'kysely'
import { pagingLimits } from '#contract/feeds/paging-rules.ts'
import { type Context, selfId } from '#server/context.ts'
import { Invalid, RateLimited } from '#server/errors.ts'
import './events.ts'
import { messages } from './messages.ts'
import { readPagingSettings } from './settings.ts'
import { type Targets, targetsOf, targetsSql } from './targets.ts'

/** Send the actor a test page by each channel of high urgency, at once. @throws RateLimited @throws Invalid  no channel is set up */
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
  const channels = [...new Set(highUrgency.map(({ channel }) => channel))]
  const { rows: people } = await sql<{ targets: Targets }>`
    select ${targetsSql} as targets from users u left join paging_settings s on s.user_id = u.id where u.id = ${userId}`.execute(
    ctx.db,
  )
  const deliveries = channels.flatMap(channel =>
    people.flatMap(({ targets }) =>
      targetsOf(targets, channel).map(({ subscription_id: subscriptionId, device }) => ({
        ...{ userId, issuableId: null, part: `test_${ctx.now}`, channel, minutes: 0, subscriptionId, device },
        ...{ lead: messages.testText, untilStatus: 'RESOLVED', nextAttemptAt: ctx.now, createdAt: ctx.now },
      })),
    ),
  )
  if (deliveries.length === 0) throw new Invalid({ base: [messages.noChannel] })
  await ctx.db.insertInto('pageDeliveries').values(deliveries).execute()
  await ctx.events.record('paging.tested', { userId })
}
