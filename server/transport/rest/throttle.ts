import type { Context } from '#server/context.ts'
import { siteNow } from '#server/foundation/settings/site-now.ts'
import { networkOf } from '#server/platform/limits/network.ts'
import { Windows } from '#server/platform/limits/windows.ts'
import { Refusal } from '#server/transport/session/authenticate.ts'

type Requester = { readonly user: number } | { readonly address: string }

/** Holds the API to a number of requests by one person, or from one address without one; in each process for itself. */
export class Throttle {
  readonly #windows = new Windows(60_000)
  readonly #parts: Pick<Context, 'db' | 'services'>

  constructor(parts: Pick<Context, 'db' | 'services'>) {
    this.#parts = parts
  }

  /**
   * @returns the headers that tell how much is left; none where nothing is counted
   * @throws Refusal  429 as plain text
   * @source rest.md 1.10
   */
  async count(by: Requester, nowMs = Date.now()): Promise<Record<string, string>> {
    if (!this.#parts.services.settings.rateLimits) return {}
    const { name, isEnabled, limit, seconds } = await this.#limitOf(by)
    if (!isEnabled) return {}
    const key = 'user' in by ? by.user : networkOf(by.address)
    const { count, endsAtMs } = this.#windows.count(key, nowMs, seconds * 1000)
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

  async #limitOf(by: Requester) {
    const site = await siteNow(this.#parts)
    return 'user' in by
      ? {
          name: 'throttle_authenticated_api',
          isEnabled: site.throttleAuthenticatedApiEnabled,
          limit: site.throttleAuthenticatedApiRequestsPerPeriod,
          seconds: site.throttleAuthenticatedApiPeriodInSeconds,
        }
      : {
          name: 'throttle_unauthenticated_api',
          isEnabled: site.throttleUnauthenticatedApiEnabled,
          limit: site.throttleUnauthenticatedApiRequestsPerPeriod,
          seconds: site.throttleUnauthenticatedApiPeriodInSeconds,
        }
  }
}
