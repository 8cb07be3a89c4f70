import { sql } from 'kysely'
import type { addPushSubscription } from '#contract/feeds/paging.ts'
import { pagingLimits } from '#contract/feeds/paging-rules.ts'
import type { InputOf } from '#contract/operation.ts'
import { type Context, selfId } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { urlProblem } from '#server/feeds/webhooks/hooks.ts'
import { arePushKeys } from '#server/platform/outward/web-push.ts'
import './events.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { lineProblems } from '#server/platform/text/problems.ts'

/** The browsers in which the actor gets pages, the newest first. */
export const ownSubscriptions = (ctx: Context) =>
  ctx.db
    .selectFrom('pushSubscriptions')
    .select(['id', 'name', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', selfId(ctx))
    .orderBy('id', 'desc')
    .execute()

/** Send pages of the actor to a browser, which no longer gets those of other people. @throws Invalid */
export async function subscribe(ctx: Context, { endpoint, p256dh, auth, name }: InputOf<typeof addPushSubscription>) {
  const userId = selfId(ctx)
  const problem = urlProblem(ctx, endpoint, {})
  if (problem !== null) throw new Invalid({ endpoint: [problem] })
  if (!arePushKeys({ p256dh, auth })) throw new Invalid({ p256dh: ['and auth must be the keys of a browser'] })
  const label = oneLine(name)
  const problems = lineProblems(label, pagingLimits.browserName)
  if (problems.length > 0) throw new Invalid({ name: [...problems] })
  // Browsers are added one at a time, as their number is limited.
  await sql`select 1 from users where id = ${userId} for no key update`.execute(ctx.db)
  const { rows } = await sql<{ id: number; name: string; createdAt: string; lastUsedAt: string | null }>`
    insert into push_subscriptions as s (user_id, endpoint, p256dh, auth, name, created_at)
    select ${userId}, ${endpoint}, ${p256dh}, ${auth}, ${label}, ${ctx.now}::timestamptz
    where (select count(*) from push_subscriptions where user_id = ${userId} and endpoint <> ${endpoint}) < ${pagingLimits.browsers}
    on conflict (endpoint) do update set user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth, name = excluded.name
    returning id, name, iso(created_at) as created_at, iso(last_used_at) as last_used_at`.execute(ctx.db)
  const [row] = rows
  if (row === undefined)
    throw new Invalid({ base: [`You can be paged in up to ${pagingLimits.browsers} browsers. Remove one first`] })
  await ctx.events.record('push_subscription.added', { userId, subscriptionId: row.id })
  return row
}

/** @throws NotFound */
export async function unsubscribe(ctx: Context, id: number): Promise<void> {
  const userId = selfId(ctx)
  const { numDeletedRows } = await ctx.db
    .deleteFrom('pushSubscriptions')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new NotFound('Browser')
  await ctx.events.record('push_subscription.removed', { userId, subscriptionId: id })
}
