import { isDay } from '#server/platform/text/day.ts'
import type { ZoneClock } from '#server/platform/text/time-zone.ts'

const minuteMs = 60_000

/** A time of the day as `HH:MM`, from minutes after midnight. */
export const clockTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Minutes after midnight of `HH:MM`, or null. */
export function minutesOfDay(text: string): number | null {
  const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)(?::00)?$/.exec(text.trim()) ?? []
  return hours === undefined || Number(hours) > 23 ? null : Number(hours) * 60 + Number(minutes)
}

/** The moment of a date and a time of the clock, or null if they are none. @param date  yyyy-mm-dd */
export function momentOf(
  { date, time }: { readonly date: string; readonly time: string },
  clock: ZoneClock,
): number | null {
  const minutes = minutesOfDay(time)
  if (minutes === null || !isDay(date.trim())) return null
  const day = Date.parse(`${date.trim()}T00:00:00Z`)
  // Before 1970, zones have offsets of odd seconds; after 2200, plans are typing errors.
  if (day < Date.UTC(1970, 1) || day > Date.UTC(2200, 0)) return null
  return clock.momentOf(day + minutes * minuteMs)
}

/** `2026-11-30T09:00`, by the clock. */
export const wallText = (moment: number, clock: ZoneClock): string =>
  new Date(clock.wallAt(moment)).toISOString().slice(0, 16)

/** A moment in ISO 8601, from milliseconds since 1970. */
export const isoOf = (moment: number): string => new Date(moment).toISOString()
