import { nearest, occurs, parseCron } from '#server/deploy/freeze-periods/cron.ts'
import { zoneClock } from '#server/platform/text/time-zone.ts'

/** When a job is expected to call. */
export interface Expectation {
  /** Null if a cron expression says when. */
  readonly everyMinutes: number | null
  readonly cron: string | null
  readonly timeZone: string
  readonly graceMinutes: number
}

const minuteMs = 60_000

/**
 * The moment at which the next call is missing.
 *
 * @param at  ISO 8601; of the last call
 * @returns ISO 8601; null if the expression has no further occurrence
 */
export function dueAfter({ everyMinutes, cron, timeZone, graceMinutes }: Expectation, at: string): string | null {
  const next =
    everyMinutes === null ? nextOf(cron ?? '', timeZone, Date.parse(at)) : Date.parse(at) + everyMinutes * minuteMs
  return next === null ? null : new Date(next + graceMinutes * minuteMs).toISOString()
}

export const isCron = (pattern: string): boolean => occurs(pattern)

function nextOf(pattern: string, timeZone: string, at: number): number | null {
  const cron = parseCron(pattern)
  if (cron === null) return null
  const clock = zoneClock(timeZone)
  let minute = Math.floor(clock.wallAt(at) / minuteMs)
  for (;;) {
    const next = nearest(cron, minute, 'after')
    if (next === null) return null
    const moment = clock.momentOf(next * minuteMs)
    if (moment > at) return moment
    // The clocks were set back: this time was an hour ago.
    minute = next
  }
}
