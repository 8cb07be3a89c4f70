import { dayWords } from '#contract/day-words.ts'
import type { Reader } from '#contract/reader.ts'
import { currentReader } from '#web/ui/reader.ts'

export interface TimeFormat {
  readonly style: 'relative' | 'absolute'
  /** `system` leaves it to the language of the browser. */
  readonly clock: 'system' | '12' | '24'
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** "just now", "3 hours ago", "yesterday", "in 2 days"; a week or more away it is the date: "21 Nov, 2026". */
export function describeRelative(at: Date, now: Date, reader: Reader = currentReader()): string {
  const seconds = (at.getTime() - now.getTime()) / 1_000
  if (Math.abs(seconds) < 45) return 'just now'
  // Half a minute short of an hour reads "1 hour", not "60 minutes".
  const minutes = Math.sign(seconds) * Math.max(1, Math.floor(Math.abs(seconds) / 60 + 0.5))
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute')
  if (Math.abs(minutes) < 24 * 60) return relative.format(Math.trunc(minutes / 60), 'hour')
  const days = dayNumberOf(at, reader) - dayNumberOf(now, reader)
  return Math.abs(days) < 7 ? relative.format(days, 'day') : dayWords(dayIn(at, reader))
}

/** Counts the days of the reader's calendar, so that "yesterday" ends at midnight. */
const dayNumberOf = (time: Date, reader: Reader): number => Date.parse(dayIn(time, reader)) / 86_400_000

/** The reader's day of a moment, `YYYY-MM-DD`. */
export const dayIn = (time: Date, reader: Reader = currentReader()): string =>
  formatOf('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' }, reader).format(time)

/** "21 Nov, 2026, 12:04 PM", in the reader's own zone. */
export const describeTime = (at: Date, clock: TimeFormat['clock'], reader: Reader = currentReader()): string =>
  `${dayWords(dayIn(at, reader))}, ${describeTimeOfDay(at, clock, reader)}`

/** "Saturday, November 21, 2026 at 12:04:31 PM GMT+1": for the title, where nothing may be left open. */
export const describeTimeInFull = (at: Date, clock: TimeFormat['clock'], reader: Reader = currentReader()): string =>
  formatOf(languageOf(clock, reader), { dateStyle: 'full', timeStyle: 'long', ...hoursOf(clock) }, reader).format(at)

/** "12:04 PM", in the reader's own zone. */
export const describeTimeOfDay = (at: Date, clock: TimeFormat['clock'], reader: Reader = currentReader()): string =>
  formatOf(languageOf(clock, reader), { timeStyle: 'short', ...hoursOf(clock) }, reader).format(at)

const hoursOf = (clock: TimeFormat['clock']): Intl.DateTimeFormatOptions =>
  clock === 'system' ? {} : { hourCycle: clock === '12' ? 'h12' : 'h23' }

const formats = new Map<string, Intl.DateTimeFormat>()
// A browser needs a few; the server draws for readers of all zones.
const maxFormats = 60

/** Making one takes many times as long as using it, and a long discussion shows hundreds of moments. */
function formatOf(language: string, options: Intl.DateTimeFormatOptions, { timeZone }: Reader): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${Object.values(options).join(' ')}`
  const known = formats.get(key)
  if (known !== undefined) return known
  if (formats.size >= maxFormats) formats.clear()
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone })
  formats.set(key, format)
  return format
}

const weekdays = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })

const atMidnight = (day: string): Date => new Date(`${day}T00:00:00Z`)

/** "Monday". @param day  `YYYY-MM-DD` */
export const describeWeekday = (day: string): string => weekdays.format(atMidnight(day))

/** "23 November 2026", in the reader's own zone. */
export const describeDate = (moment: Date, reader: Reader = currentReader()): string =>
  formatOf('en-GB', { day: 'numeric', month: 'long', year: 'numeric' }, reader).format(moment)

/** "Mon, Nov 23", in the reader's own zone. */
export const describeDayOfWeek = (moment: Date, reader: Reader = currentReader()): string =>
  formatOf('en', { weekday: 'short', day: 'numeric', month: 'short' }, reader).format(moment)

const languageOf = (clock: TimeFormat['clock'], { language }: Reader): string =>
  clock === 'system' && language.startsWith('en') ? language : 'en'
