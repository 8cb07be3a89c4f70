import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { pageFactsOf } from '#server/feeds/notifications/page-facts.ts'
import { makePageLinks } from '#server/feeds/notifications/page-links.ts'
import { contentOf, type OutwardDelivery, type SendOutcome, sendMessage } from './send-message.ts'
import { vapidKey } from './vapid-key.ts'

/** Messages that are sent together. */
const atOnce = 20
/** While a process sends a message, no other does. If the process is killed, the message is sent again after this time. */
const claimedForMinutes = 2
/** Pauses before a message that failed is sent again. */
const retryAfterMinutes = [1, 2, 5]

/** Send the due messages that do not go by email. @param which  a condition on `page_deliveries d` */
export async function sendOutward(ctx: Context, which: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const claimed = await claim(ctx, which)
    if (claimed.length === 0) return
    const facts = await pageFactsOf(
      ctx,
      claimed.flatMap(({ issuableId }) => (issuableId === null ? [] : [issuableId])),
    )
    const pages = claimed.flatMap(({ userId, issuableId }) => (issuableId === null ? [] : [{ userId, issuableId }]))
    const links = pages.length === 0 ? [] : await makePageLinks(ctx, pages)
    const paged = claimed.filter(({ issuableId }) => issuableId !== null)
    const vapid = await vapidKey(ctx.db)
    await Promise.all(
      claimed.map(async delivery => {
        const content = contentOf(ctx, delivery, {
          facts: facts.get(delivery.issuableId ?? 0) ?? null,
          links: links[paged.indexOf(delivery)] ?? null,
        })
        await record(ctx, delivery, await sendMessage(ctx, delivery, content, vapid))
      }),
    )
    if (claimed.length < atOnce) return
  }
}

async function claim(ctx: Context, which: RawBuilder<unknown>): Promise<readonly OutwardDelivery[]> {
  const { rows } = await sql<OutwardDelivery>`
    with due as (select d.id from page_deliveries d where d.next_attempt_at <= ${ctx.now}::timestamptz and d.channel <> 'mail' and ${which}
      order by d.next_attempt_at, d.id limit ${atOnce} for update skip locked),
    claimed as (update page_deliveries t set attempts = t.attempts + 1,
        next_attempt_at = ${ctx.now}::timestamptz + make_interval(mins => ${claimedForMinutes})
      from due where t.id = due.id returning t.*)
    select c.id, c.user_id, c.issuable_id, c.part, c.channel, c.minutes, c.lead, c.attempts, c.until_status, c.subscription_id,
      case when p.id is not null then json_build_object('endpoint', p.endpoint, 'p256dh', p.p256dh, 'auth', p.auth) end as browser,
      s.webhook_url, s.webhook_secret,
      case when i.id is not null then json_build_object('iid', i.iid, 'type', i.type, 'title', i.title,
        'projectPath', n.full_path, 'projectName', n.name) end as item
    from claimed c left join push_subscriptions p on p.id = c.subscription_id and p.user_id = c.user_id
      left join paging_settings s on s.user_id = c.user_id
      left join issuables i on i.id = c.issuable_id left join namespaces n on n.id = i.namespace_id
    order by c.id`.execute(ctx.db)
  return rows
}

/** Store the outcome of an attempt, and forget a browser that does not take messages any more. */
async function record(ctx: Context, { id, attempts, subscriptionId }: OutwardDelivery, outcome: SendOutcome) {
  if (outcome.kind === 'sent') {
    await sql`with used as (update push_subscriptions set last_used_at = ${ctx.now}::timestamptz where id = ${subscriptionId})
      update page_deliveries set state = 'sent', failure = '', next_attempt_at = null, ended_at = ${ctx.now}::timestamptz
      where id = ${id} and state = 'pending'`.execute(ctx.db)
    return
  }
  const pause = outcome.isFinal ? undefined : retryAfterMinutes[attempts - 1]
  await sql`with gone as (delete from push_subscriptions where id = ${outcome.isGone === true ? subscriptionId : 0})
    update page_deliveries set failure = ${outcome.failure}, state = ${pause === undefined ? 'failed' : 'pending'},
      next_attempt_at = ${ctx.now}::timestamptz + make_interval(mins => ${pause ?? null}::integer),
      ended_at = case when ${pause === undefined}::boolean then ${ctx.now}::timestamptz end
    where id = ${id} and state = 'pending'`.execute(ctx.db)
}
