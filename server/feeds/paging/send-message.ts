import type { PhoneChannel } from '#contract/feeds/paging-rules.ts'
import { issuableKindOf, pagePath, referenceOf } from '#contract/issuable-kinds.ts'
import type { Context } from '#server/context.ts'
import { subjectOfPage } from '#server/feeds/notifications/page-facts.ts'
import { signature } from '#server/feeds/webhooks/send-request.ts'
import { mailDomain } from '#server/platform/mail/domain.ts'
import { encryptPush, mostPushText, vapidHeader } from '#server/platform/outward/web-push.ts'
import type { Settings } from '#server/settings.ts'
import type { DueDelivery } from './delivery.ts'
import { messages } from './messages.ts'
import type { PageContent } from './page-content.ts'
import { phoneText, spokenText } from './phone/page-text.ts'
import { callProvider, type PhoneProviderRow } from './phone/provider.ts'
import { postMessage, type SendOutcome } from './post-message.ts'

/** A due message with all that its channel needs. */
export interface OutwardDelivery extends DueDelivery {
  readonly attempts: number
  readonly untilStatus: string
  readonly subscriptionId: number
  /** Null where the browser was removed meanwhile. */
  readonly browser: { readonly endpoint: string; readonly p256dh: string; readonly auth: string } | null
  readonly webhookUrl: string | null
  readonly webhookSecret: string | null
  /** The confirmed number; null where it was removed meanwhile. */
  readonly phone: string | null
  /** Null for a test page. */
  readonly item: PagedItem | null
}

interface PagedItem {
  readonly iid: number
  readonly type: string
  readonly title: string
  readonly projectPath: string
  readonly projectName: string
}

/** Seconds for which a push service keeps a message for a browser that is not reached. */
const keptSeconds = 4 * 3600

/** The content of a message. @param given.links  null for people who may not answer */
export function contentOf(
  ctx: Context,
  { item, lead }: OutwardDelivery,
  { facts, links }: Pick<PageContent, 'facts' | 'links'>,
): PageContent {
  const { externalUrl } = ctx.services.settings
  if (item === null)
    return { title: messages.testTitle, text: lead, url: `${externalUrl}/-/user_settings/paging`, facts, links }
  const { type, iid, title, projectPath, projectName } = item
  return {
    title: `${facts === null ? '' : subjectOfPage(type, facts)}${title}`,
    text: `${projectName} ${referenceOf(type, iid)}. ${lead.replace(/:$/, '.')}`,
    url: `${externalUrl}${pagePath(issuableKindOf(type), projectPath, iid)}`,
    ...{ facts, links },
  }
}

/** The access of the server to services outside. */
export interface SendingKeys {
  readonly vapid: string
  readonly provider: PhoneProviderRow
  /** The limit of text messages and calls that this one exceeds, as a sentence. */
  readonly refusal: string | null
}

/** Send a message once. The same message has the same name when it is sent again, by which its receiver knows it. */
export async function sendMessage(
  ctx: Context,
  delivery: OutwardDelivery,
  content: PageContent,
  keys: SendingKeys,
): Promise<SendOutcome> {
  switch (delivery.channel) {
    case 'push':
      return sendPush(ctx, delivery, content, keys.vapid)
    case 'webhook':
      return callWebhook(ctx, delivery, content)
    case 'sms':
    case 'voice':
      return sendToPhone(ctx, { ...delivery, channel: delivery.channel }, content, keys)
    case 'mail':
      throw new Error('emails of pages are queued, not sent')
    default:
      return delivery.channel satisfies never
  }
}

async function sendPush(
  ctx: Context,
  { id, issuableId, browser }: OutwardDelivery,
  { title, text, url, links }: PageContent,
  vapid: string,
): Promise<SendOutcome> {
  const endpoint = browser && URL.parse(browser.endpoint)
  if (browser === null || endpoint === null) return unsubscribed
  const message = {
    ...{ id, tag: `page-${issuableId ?? 'test'}`, url },
    // Long titles and sentences end early: push services limit the size of a message.
    ...{ title: title.slice(0, 300), text: text.slice(0, 300) },
    ...(links && { acknowledge: links.acknowledge, resolve: links.resolve }),
  }
  const json = JSON.stringify(message)
  const fitting = Buffer.byteLength(json) <= mostPushText ? json : JSON.stringify({ ...message, text: '' })
  const outcome = await postMessage(ctx, {
    url: endpoint,
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Encoding': 'aes128gcm',
      Authorization: vapidHeader(vapid, { endpoint, contact: contactOf(ctx.services.settings), now: ctx.now }),
      TTL: String(keptSeconds),
      Urgency: 'high',
      // A push service that still has the message replaces it when it is sent again.
      Topic: `page-${id}`,
    },
    body: encryptPush(fitting, browser),
  })
  return outcome.kind === 'failed' && outcome.isGone ? unsubscribed : outcome
}

const unsubscribed: SendOutcome = { kind: 'failed', failure: messages.unsubscribed, isFinal: true, isGone: true }

/** The address at which push services reach the operator. */
const contactOf = (settings: Settings): string =>
  settings.externalUrl.startsWith('https:') ? settings.externalUrl : `mailto:weft@${mailDomain(settings)}`

async function callWebhook(
  ctx: Context,
  { id, webhookUrl, webhookSecret, part, minutes, issuableId }: OutwardDelivery,
  { title, text, url, facts, links }: PageContent,
): Promise<SendOutcome> {
  const address = webhookUrl === null ? null : URL.parse(webhookUrl)
  if (address === null) return { kind: 'failed', failure: messages.noWebhook, isFinal: true }
  const body = JSON.stringify({
    object_kind: 'page',
    page: { id, part, minutes, is_test: issuableId === null },
    ...{ title, text, url },
    severity: facts?.severity.toLowerCase() ?? null,
    service: facts?.service ?? null,
    started_at: facts?.startedAt ?? null,
    acknowledge_url: links?.acknowledge ?? null,
    resolve_url: links?.resolve ?? null,
  })
  const name = `page-${id}`
  return postMessage(ctx, {
    url: address,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Weft',
      'Idempotency-Key': name,
      ...signature(webhookSecret, name, body),
    },
    body,
  })
}

async function sendToPhone(
  ctx: Context,
  { id, phone, channel }: OutwardDelivery & { readonly channel: PhoneChannel },
  content: PageContent,
  { provider, refusal }: Pick<SendingKeys, 'provider' | 'refusal'>,
): Promise<SendOutcome> {
  if (phone === null) return { kind: 'failed', failure: messages.noPhone, isFinal: true }
  if (refusal !== null) return { kind: 'failed', failure: refusal, isFinal: true }
  const text = channel === 'sms' ? phoneText(content) : spokenText(content)
  return callProvider(ctx, provider, { name: `page-${id}`, channel, to: phone, text })
}
