import type { Context } from '#server/context.ts'
import { RateLimited } from '#server/errors.ts'
import { networkOf } from '#server/platform/limits/network.ts'
import { Windows } from '#server/platform/limits/windows.ts'

/** The time over which requests are counted. */
export const rateWindowMs = 60_000

/** The requests that a user, or an address without a user, may make in a minute. */
export const aMinute = {
  notes: { signedIn: 300 },
  issues: { signedIn: 300 },
  searches: { signedIn: 30, anonymous: 10 },
  /** Images for previews of links, drawn as a signed-out visitor sees the page. */
  previewImages: { signedIn: 60 },
  /** Previews of schedules and policies of other tools, and their imports. */
  onCallImports: { signedIn: 10 },
  /** Events that applications send with one client key. */
  errorEvents: { ofKey: 3_000 },
  /** Requests that no honest client comes to. */
  apiRequests: { signedIn: 36_000, anonymous: 12_000 },
} as const

interface AMinute {
  readonly signedIn: number
  /** The limit by address; left out where anonymous visitors have no access. */
  readonly anonymous?: number
}

/**
 * A limit of the requests that a user may make in a minute. The returned function throws when the limit is exceeded;
 * with RATE_LIMITS off it never does.
 *
 * @source rest.md 1.10
 */
export function limitTo({ signedIn, anonymous = signedIn }: AMinute): (ctx: Context) => void {
  const windows = new Windows(rateWindowMs)
  return ctx => {
    if (!ctx.services.settings.rateLimits) return
    const isUser = ctx.actor.kind === 'user'
    const nowMs = Date.parse(ctx.now)
    const { count, endsAtMs } = windows.count(
      ctx.actor.kind === 'user' ? ctx.actor.id : `address ${networkOf(ctx.ip ?? '')}`,
      nowMs,
    )
    if (count > (isUser ? signedIn : anonymous))
      throw new RateLimited(
        'This endpoint has been requested too many times. Try again later.',
        Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000)),
      )
  }
}
