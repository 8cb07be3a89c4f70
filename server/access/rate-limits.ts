import type { Context } from '#server/context.ts'
import { RateLimited } from '#server/errors.ts'
import { networkOf } from '#server/platform/limits/network.ts'
import { Windows } from '#server/platform/limits/windows.ts'

/** The time over which requests are counted. */
export const rateWindowMs = 60_000

/** The requests that a user, or an address without a user, may make in a minute, where no setting of the site says it. */
export const aMinute = {
  /** Searches for groups of the LDAP directory. */
  ldapSearches: { signedIn: 60 },
  /** Images for previews of links, drawn as a signed-out visitor sees the page. */
  previewImages: { signedIn: 60 },
  /** Previews of schedules and policies of other tools, and their imports. */
  onCallImports: { signedIn: 10 },
  /** Events that applications send with one client key. */
  errorEvents: { ofKey: 3_000 },
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
export function limitTo(limit: AMinute): (ctx: Context) => void {
  const windows = new Windows(rateWindowMs)
  return ctx => {
    if (ctx.services.settings.rateLimits) countRequest(ctx, windows, limit)
  }
}

/**
 * The same where the numbers can change: they are read for each request. 0 is no limit. With a key, the requests of all
 * people for one thing are counted together.
 */
export function limitBy(read: (ctx: Context) => Promise<AMinute>): (ctx: Context, key?: string) => Promise<void> {
  const windows = new Windows(rateWindowMs)
  return async (ctx, key) => {
    if (ctx.services.settings.rateLimits) countRequest(ctx, windows, await read(ctx), key)
  }
}

function countRequest(ctx: Context, windows: Windows, { signedIn, anonymous = signedIn }: AMinute, key?: string): void {
  const max = ctx.actor.kind === 'user' ? signedIn : anonymous
  if (max === 0) return
  const nowMs = Date.parse(ctx.now)
  const requester = ctx.actor.kind === 'user' ? ctx.actor.id : `address ${networkOf(ctx.ip ?? '')}`
  const { count, endsAtMs } = windows.count(key ?? requester, nowMs)
  if (count > max)
    throw new RateLimited(
      'This endpoint has been requested too many times. Try again later.',
      Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000)),
    )
}
