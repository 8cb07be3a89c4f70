import { aMinute, rateWindowMs } from '#server/access/rate-limits.ts'
import { networkOf } from '#server/platform/limits/network.ts'
import { Windows } from '#server/platform/limits/windows.ts'
import { Refusal } from '#server/transport/session/authenticate.ts'

const limits = {
  user: { name: 'throttle_authenticated_api', limit: aMinute.apiRequests.signedIn },
  address: { name: 'throttle_unauthenticated_api', limit: aMinute.apiRequests.anonymous },
} as const

/** Holds the API to a number of requests a minute by one person, or from one address without one; in each process for itself. */
export class Throttle {
  readonly #windows = new Windows(rateWindowMs)

  /**
   * @returns the headers that tell how much is left
   * @throws Refusal  429 as plain text
   * @source rest.md 1.10
   */
  count(by: { readonly user: number } | { readonly address: string }, nowMs = Date.now()): Record<string, string> {
    const isUser = 'user' in by
    const { name, limit } = isUser ? limits.user : limits.address
    const { count, endsAtMs } = this.#windows.count(isUser ? by.user : networkOf(by.address), nowMs)
    const headers = {
      'ratelimit-limit': String(limit),
      'ratelimit-name': name,
      'ratelimit-observed': String(count),
      'ratelimit-remaining': String(Math.max(0, limit - count)),
      'ratelimit-reset': String(Math.ceil(endsAtMs / 1000)),
    }
    if (count <= limit) return headers
    throw new Refusal(429, 'Retry later\n', {
      ...headers,
      'content-type': 'text/plain',
      'ratelimit-resettime': new Date(endsAtMs).toUTCString(),
      'retry-after': String(Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000))),
    })
  }
}
