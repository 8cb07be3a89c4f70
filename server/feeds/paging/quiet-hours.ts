import { zoneClock } from '#server/platform/text/time-zone.ts'

/** Hours in which pages of low urgency wait. */
export interface QuietHours {
  /** On which they begin, from 1 for Monday. */
  readonly days: readonly number[]
  /** Minutes after midnight. */
  readonly from: number
  /** Minutes after midnight; before `from`: on the next day. */
  readonly to: number
  /** IANA name. */
  readonly timeZone: string
}

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs

/**
 * The end of the quiet hours at a moment, or the moment itself outside of them.
 *
 * @param moment  milliseconds since 1970, as the result
 */
export function afterQuietHours({ days, from, to, timeZone }: QuietHours, moment: number): number {
  const clock = zoneClock(timeZone)
  const wall = clock.wallAt(moment)
  const midnight = Math.floor(wall / dayMs) * dayMs
  // They may have begun yesterday.
  for (const day of [midnight - dayMs, midnight]) {
    // January 1st, 1970 was a Thursday.
    const weekday = ((Math.floor(day / dayMs) + 3) % 7) + 1
    const [start, end] = [day + from * minuteMs, day + to * minuteMs + (to < from ? dayMs : 0)]
    if (days.includes(weekday) && start <= wall && wall < end) return clock.momentOf(end)
  }
  return moment
}
