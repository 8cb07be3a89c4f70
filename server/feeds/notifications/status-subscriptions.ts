import type { InputOf } from '#contract/operation.ts'
import type { subscribeToStatus } from '#contract/plan/incidents/status-subscribers.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { type Context, transact } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { queueMails } from '#server/foundation/mails/queue.ts'
import { countTry, type TryLimit } from '#server/foundation/passwords/tries.ts'
import { statusOrigin, statusPageUrl } from '#server/plan/status-page/hosts.ts'
import { pageProject } from '#server/plan/status-page/page.ts'
import {
  confirmationDays,
  confirmSubscription,
  endSubscription,
  type Subscription,
  subscriptionOf,
  wishFor,
} from '#server/plan/status-page/subscribers.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'
import type { StreamReply } from '#server/slice.ts'
import { linkPage } from './link-page.ts'
import { replySecret } from './reply-address.ts'
import { readStatusKey, type StatusPurpose, statusKey } from './status-key.ts'

/** Requests from one network address, and mails to one email address: anyone can type the address of somebody else. */
const limits = {
  network: { max: 20, minutes: 60 },
  address: { max: 3, minutes: 24 * 60 },
} as const satisfies Record<string, TryLimit>

/** An address that is copied from a text may bring marks along that nobody sees, such as those of the direction of writing. */
const withoutMarks = (text: string): string => text.replace(/\p{Cf}/gu, '')

const addressPattern = /^[^\s@<>"(),:;[\]\\]{1,64}@[^\s@<>"(),:;[\]\\]+\.[^\s@<>"(),:;[\]\\]{2,}$/

/**
 * Send a link by which an address subscribes to a status page. The reply does not tell whether the address is subscribed already, nor
 * whether it got another mail.
 *
 * @throws NotFound  no such status page
 */
export async function askForUpdates(
  ctx: Context,
  { namespace, email: given, componentIds = [], website = '' }: InputOf<typeof subscribeToStatus>,
): Promise<StreamReply> {
  const project = await pageProject(ctx, namespace)
  const back = `<p><a href="../status">Back to the status page</a></p>`
  const email = withoutMarks(given).trim()
  if (email.length > 254 || !addressPattern.test(email))
    return linkPage(
      'Check the email address',
      `<p>“${escapeHtml(email.slice(0, 254))}” is not an email address.</p>${back}`,
      400,
    )
  const isLimited = ctx.services.settings.rateLimits
  if (isLimited && !(await countTry(ctx.db, `status page from ${ctx.ip}`, limits.network)))
    return linkPage('Too many requests', `<p>Try again in an hour.</p>${back}`, 429)
  const isWanted =
    website === '' && (!isLimited || (await countTry(ctx.db, `status page to ${email.toLowerCase()}`, limits.address)))
  if (isWanted)
    await transact(ctx, async inner => {
      const id = await wishFor(inner, project.id, email, componentIds)
      if (id !== null) await sendLink(inner, project, id, email)
    })
  return linkPage(
    'Check your inbox',
    `<p>We sent a link to ${escapeHtml(email)}. Open it within ${confirmationDays} days to get updates.</p>${back}`,
  )
}

async function sendLink(
  ctx: Context,
  { name, fullPath, host }: { readonly name: string; readonly fullPath: string; readonly host: string | null },
  id: number,
  email: string,
): Promise<void> {
  const { settings } = ctx.services
  const until = Date.parse(ctx.now) + confirmationDays * 86_400_000
  const key = statusKey(await replySecret(ctx.db), 'confirm', id, until)
  const url = `${statusOrigin(settings, host)}/-/sent_notifications/${key}/confirm`
  const title = planTitles.statusPage(name)
  await queueMails(ctx, [
    {
      userId: null,
      recipient: email,
      senderName: title,
      subject: `Confirm your subscription: ${title}`,
      text: `Somebody, probably you, asked for emails about problems and maintenance of ${name}. To get them, open this link within ${confirmationDays} days:

${url}

If it was not you, ignore this email: you will get no others.

${statusPageUrl(settings, fullPath, host)}
`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      secrets: [key],
      isUrgent: true,
    },
  ])
}

/** The page behind the link that confirms a subscription. It changes nothing: programs look where links lead. */
export async function askToSubscribe(ctx: Context, key: string): Promise<StreamReply> {
  const subscription = await subscriptionBy(ctx, 'confirm', key)
  if (subscription === null) return outdated()
  const title = planTitles.statusPage(subscription.projectName)
  return linkPage(
    `Get updates by email?`,
    `<p>${escapeHtml(title)}: you will get an email about each problem and its updates, and about maintenance. Each email has an unsubscribe link.</p>
<form method="post"><button>Get updates</button></form>`,
  )
}

export async function subscribe(ctx: Context, key: string): Promise<StreamReply> {
  const subscription = await subscriptionBy(ctx, 'confirm', key)
  if (subscription === null) return outdated()
  await confirmSubscription(ctx, subscription)
  return linkPage(
    'You are subscribed',
    `<p>You will get updates by email. Each one has an unsubscribe link.</p>${pageLink(ctx, subscription)}`,
  )
}

/** The page behind the unsubscribe link. It changes nothing, as above. */
export async function askToEnd(ctx: Context, key: string): Promise<StreamReply> {
  const subscription = await subscriptionBy(ctx, 'unsubscribe', key)
  if (subscription === null) return ended()
  return linkPage(
    'Unsubscribe?',
    `<p>You will no longer get emails about ${escapeHtml(subscription.projectName)}.</p>
<form method="post"><button>Unsubscribe</button></form>${pageLink(ctx, subscription)}`,
  )
}

/** Idempotent. @source RFC 8058 */
export async function endUpdates(ctx: Context, key: string): Promise<StreamReply> {
  const subscription = await subscriptionBy(ctx, 'unsubscribe', key)
  if (subscription !== null) await endSubscription(ctx, subscription)
  return ended()
}

const ended = (): StreamReply => linkPage('You are unsubscribed', '<p>Your address was deleted.</p>')

const outdated = (): StreamReply =>
  linkPage('This link no longer works', '<p>Enter your address on the status page again to get a new one.</p>', 410)

const pageLink = (ctx: Context, { fullPath, host }: Subscription): string =>
  `<p><a href="${escapeHtml(statusPageUrl(ctx.services.settings, fullPath, host))}">View the status page</a></p>`

/** @returns null for one that ended, or whose link expired · @throws NotFound  no such key */
async function subscriptionBy(ctx: Context, purpose: StatusPurpose, key: string): Promise<Subscription | null> {
  const read = readStatusKey(await replySecret(ctx.db), purpose, key, Date.parse(ctx.now))
  if (read === null) throw new NotFound()
  const found = read.isExpired ? null : await subscriptionOf(ctx, read.subscriberId)
  // Updates of a page that was turned off can be ended, but not begun.
  return purpose === 'confirm' && found?.hasPage === false ? null : found
}
