import type { Context } from '#server/context.ts'
import { siteNow } from './site-now.ts'

/** The `Poll-Interval` that a client is told, in milliseconds: -1 to stop. @source rest.md 17.1 */
export async function pollInterval(ctx: Context, usualMs: number): Promise<string> {
  const factor = Number((await siteNow(ctx)).pollingIntervalMultiplier)
  return factor === 0 ? '-1' : String(Math.round(usualMs * factor))
}
