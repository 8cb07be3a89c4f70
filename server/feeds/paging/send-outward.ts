import { type RawBuilder, sql } from 'kysely'
import { phoneChannels } from '#contract/feeds/paging-rules.ts'
import { type Context, transact } from '#server/context.ts'
import { pageFactsOf } from '#server/feeds/notifications/page-facts.ts'
import { makePageLinks } from '#server/feeds/notifications/page-links.ts'
import { tellOutcomes } from './outcomes.ts'
import { readProvider } from './phone/provider.ts'
import { reserveMessages } from './phone/reserve.ts'
import type { SendOutcome } from './post-message.ts'
import { contentOf, type OutwardDelivery, sendMessage } from './send-message.ts'
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
    const keys = { vapid: await vapidKey(ctx.db), provider: await readProvider(ctx) }
    const toPhones = claimed.flatMap(({ id, userId, phone, channel }) =>
      phone !== null && (channel === 'sms' || channel === 'voice')
        ? [{ id, message: { userId, number: phone, channel, isCode: false } }]
        : [],
    )
    const refusals = await reserveMessages(
      ctx,
      keys.provider,
      toPhones.map(({ message }) => message),
    )
    let marked = Promise.resolve()
    await Promise.all(
      claimed.map(async delivery => {
        const content = contentOf(ctx, delivery, {
          facts: facts.get(delivery.issuableId ?? 0) ?? null,
          links: links[paged.indexOf(delivery)] ?? null,
        })
        const refusal = refusals[toPhones.findIndex(({ id }) => id === delivery.id)]?.sentence ?? null
        const outcome = await sendMessage(ctx, delivery, content, { ...keys, refusal })
        // Each is marked as soon as it was sent, one at a time: those of one page would wait for each other anyway.
        const mine = marked.then(() => record(ctx, delivery, outcome))
        marked = mine.catch(() => undefined)
        await mine
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
      s.webhook_url, s.webhook_secret, ph.number as phone,
      case when i.id is not null then json_build_object('iid', i.iid, 'type', i.type, 'title', i.title,
        'projectPath', n.full_path, 'projectName', n.name) end as item
    from claimed c left join push_subscriptions p on p.id = c.subscription_id and p.user_id = c.user_id
      left join paging_settings s on s.user_id = c.user_id left join paging_phones ph on ph.user_id = c.user_id
      left join issuables i on i.id = c.issuable_id left join namespaces n on n.id = i.namespace_id
    order by c.id`.execute(ctx.db)
  return rows
}

/**
 * Store the outcome of an attempt, and forget a browser that does not take messages any more. A text message or call that failed for good is
 * replaced by an email, unless the page has one: the provider or a limit of the site is at fault, and the person cannot know.
 */
const record = (ctx: Context, delivery: OutwardDelivery, outcome: SendOutcome): Promise<void> =>
  transact(ctx, async inner => {
    await mark(inner, delivery, outcome)
    await tellOutcomes(inner, [delivery])
  })

async function mark(ctx: Context, { id, attempts, subscriptionId }: OutwardDelivery, outcome: SendOutcome) {
  if (outcome.kind === 'sent') {
    await sql`with used as (update push_subscriptions set last_used_at = ${ctx.now}::timestamptz where id = ${subscriptionId})
      update page_deliveries set state = 'sent', failure = '', next_attempt_at = null, ended_at = ${ctx.now}::timestamptz
      where id = ${id} and state = 'pending'`.execute(ctx.db)
    return
  }
  const pause = outcome.isFinal ? undefined : retryAfterMinutes[attempts - 1]
  await sql`with gone as (delete from push_subscriptions where id = ${outcome.isGone === true ? subscriptionId : 0}),
    ended as (update page_deliveries set failure = ${outcome.failure}, state = ${pause === undefined ? 'failed' : 'pending'},
        next_attempt_at = ${ctx.now}::timestamptz + make_interval(mins => ${pause ?? null}::integer),
        ended_at = case when ${pause === undefined}::boolean then ${ctx.now}::timestamptz end
      where id = ${id} and state = 'pending' returning *)
    insert into page_deliveries (user_id, issuable_id, namespace_id, part, channel, minutes, lead, until_status, next_attempt_at, created_at)
    select e.user_id, e.issuable_id, e.namespace_id, e.part, 'mail', e.minutes, e.lead, e.until_status, ${ctx.now}::timestamptz, e.created_at
    from ended e where e.state = 'failed' and e.channel = any (${[...phoneChannels]}::text[]) and not exists (
      select 1 from page_deliveries m where m.user_id = e.user_id and m.created_at = e.created_at and m.part = e.part and m.channel = 'mail')
    on conflict do nothing`.execute(ctx.db)
}
