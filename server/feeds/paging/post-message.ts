import type { Context } from '#server/context.ts'
import { NoAnswer, postOutward } from '#server/platform/outward/post.ts'

/** The result of an attempt. */
export type SendOutcome =
  | { readonly kind: 'sent'; readonly answer?: string }
  | {
      readonly kind: 'failed'
      readonly failure: string
      readonly isFinal: boolean
      readonly isGone?: boolean
      /** The beginning of the body that came back. */
      readonly answer?: string
    }

interface OutwardMessage {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

const timeoutMs = 10_000
const mostResponseBytes = 4096

/** Send a message of a page to an address that a person gave, once. No answer is an outcome, too. */
export async function postMessage(ctx: Context, message: OutwardMessage): Promise<SendOutcome> {
  try {
    const { status, body: answer } = await postOutward({
      ...message,
      allowed: ctx.services.settings.webhooksTo,
      verifiesTls: true,
      timeoutMs,
      maxBytes: mostResponseBytes,
    })
    if (status >= 200 && status < 300) return { kind: 'sent', answer }
    // The receiver would refuse a refused request again.
    const isFinal = status < 500 && status !== 429 && status !== 408
    const isGone = status === 404 || status === 410
    return { kind: 'failed', failure: `The service answered with status ${status}`, isFinal, isGone, answer }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return { kind: 'failed', failure: error.message, isFinal: false }
  }
}
