import type { Context } from '#server/context.ts'
import { RateLimited } from '#server/errors.ts'

const notesAMinute = 300
const windowMs = 60_000

interface Window {
  readonly startedAt: number
  count: number
}

const windows = new Map<number, Window>()

/**
 * Hold a person to 300 notes a minute, counted by each process for itself.
 *
 * @throws RateLimited
 * @source rest.md 1.10
 */
export function countNote(ctx: Context): void {
  if (!ctx.services.settings.rateLimits || ctx.actor.kind === 'anonymous') return
  const now = Date.parse(ctx.now)
  const known = windows.get(ctx.actor.id)
  if (known === undefined || now - known.startedAt >= windowMs) {
    if (windows.size > 10_000)
      for (const [id, each] of windows) if (now - each.startedAt >= windowMs) windows.delete(id)
    windows.set(ctx.actor.id, { startedAt: now, count: 1 })
    return
  }
  known.count += 1
  if (known.count > notesAMinute)
    throw new RateLimited(
      'This endpoint has been requested too many times. Try again later.',
      Math.ceil((windowMs - (now - known.startedAt)) / 1000),
    )
}
