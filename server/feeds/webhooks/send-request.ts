import { createHmac } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { NoAnswer, postOutward } from '#server/platform/outward/post.ts'
import { filledIn, type HookRow, loginOf, pairsOf, signingKeyOf } from './hooks.ts'

const timeoutMs = 10_000
const mostResponseBytes = 16 * 1024

/** A call as it is sent. */
export interface Sent {
  readonly eventUuid: string
  readonly idempotencyKey: string
  readonly eventHeader: string
  readonly payload: unknown
}

/** The result of a request. */
export interface Outcome {
  /** Null when no answer came. */
  readonly status: number | null
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly responseHeaders: Readonly<Record<string, string>>
  readonly body: string
  readonly failure: string | null
  readonly durationMs: number
}

const hidden = '[REDACTED]'

/** Send a call to the address of a webhook, once. A call that gets no answer is an outcome, too. */
export async function attempt(ctx: Context, hook: HookRow, delivery: Sent): Promise<Outcome> {
  const { settings } = ctx.services
  const body = JSON.stringify(delivery.payload)
  const custom = pairsOf(hook.customHeaders)
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'User-Agent': 'GitLab/Weft',
    'X-Gitlab-Instance': settings.externalUrl,
    'X-Gitlab-Webhook-UUID': hookUuid(hook.id),
    'X-Gitlab-Event': delivery.eventHeader,
    'X-Gitlab-Event-UUID': delivery.eventUuid,
    'Idempotency-Key': delivery.idempotencyKey,
    ...signature(hook.signingToken, delivery.idempotencyKey, body),
  }
  const url = URL.parse(filledIn(hook.url, pairsOf(hook.urlVariables)))
  const shown = {
    ...headers,
    ...(hook.token === null ? {} : { 'X-Gitlab-Token': hidden }),
    ...Object.fromEntries(Object.keys(custom).map(key => [key, hidden])),
  }
  const started = performance.now()
  const told = (rest: Pick<Outcome, 'status' | 'responseHeaders' | 'body' | 'failure'>): Outcome => ({
    ...rest,
    requestHeaders: shown,
    durationMs: Math.round(performance.now() - started),
  })
  const login = url === null ? null : loginOf(url)
  if (url === null || login === null || !/^https?:$/.test(url.protocol))
    return told({ status: null, responseHeaders: {}, body: '', failure: 'The URL is invalid' })
  try {
    const answer = await postOutward({
      url,
      headers: {
        ...(login === '' ? {} : { Authorization: `Basic ${login}` }),
        ...custom,
        ...headers,
        ...(hook.token === null ? {} : { 'X-Gitlab-Token': hook.token }),
      },
      body,
      allowed: settings.webhooksTo,
      verifiesTls: hook.enableSslVerification,
      timeoutMs,
      maxBytes: mostResponseBytes,
    })
    const responseHeaders = Object.fromEntries(
      Object.entries(answer.headers)
        .slice(0, 50)
        .map(([name, value]) => [name, clean(String(value)).slice(0, 500)]),
    )
    return told({ status: answer.status, responseHeaders, body: clean(answer.body), failure: null })
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return told({ status: null, responseHeaders: {}, body: '', failure: error.message })
  }
}

/** PostgreSQL keeps no NUL. */
const clean = (text: string): string => text.replaceAll('\0', '\ufffd')

/** The address as it was set, without its password and the values of its variables. */
export const shownUrl = (url: string): string => url.replace(/^(https?:\/\/)[^/@]*@/, '$1')

/** A stable name of a webhook in the shape of a UUID. */
const hookUuid = (id: number): string => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`

/**
 * The headers that sign a request; none without a token.
 *
 * @param id  of the request, the same when it is sent again
 * @source standardwebhooks.com, signature scheme
 */
export function signature(signingToken: string | null, id: string, body: string): Readonly<Record<string, string>> {
  const key = signingToken === null ? null : signingKeyOf(signingToken)
  if (key === null) return {}
  const seconds = Math.floor(Date.now() / 1000)
  const signed = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signed}` }
}
