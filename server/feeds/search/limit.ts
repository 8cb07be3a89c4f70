import type { Context } from '#server/context.ts'
import { RateLimited } from '#server/errors.ts'

const windowMs = 60_000
const signedInAMinute = 30
const anonymousAMinute = 10

const windows = new Map<string, { startedAt: number; count: number }>()

/**
 * Hold a person to 30 searches a minute and an address without one to 10, counted by each process for itself.
 *
 * @throws RateLimited
 * @source rest.md 1.10
 */
export function countSearch(ctx: Context): void {
  if (!ctx.services.settings.rateLimits) return
  const key = ctx.actor.kind === 'user' ? `user ${ctx.actor.id}` : `address ${ctx.ip}`
  const now = Date.parse(ctx.now)
  const known = windows.get(key)
  if (known === undefined || now - known.startedAt >= windowMs) {
    if (windows.size > 10_000)
      for (const [each, { startedAt }] of windows) if (now - startedAt >= windowMs) windows.delete(each)
    windows.set(key, { startedAt: now, count: 1 })
    return
  }
  known.count += 1
  if (known.count > (ctx.actor.kind === 'user' ? signedInAMinute : anonymousAMinute))
    throw new RateLimited(
      'This endpoint has been requested too many times. Try again later.',
      Math.ceil((windowMs - (now - known.startedAt)) / 1000),
    )
}
