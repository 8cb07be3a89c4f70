export interface TimeFormat {
  readonly style: 'relative' | 'absolute'
  /** `system` leaves it to the language of the browser. */
  readonly clock: 'system' | '12' | '24'
}

const steps = [
  ['year', 31_556_952],
  ['month', 2_629_746],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/** "3 hours ago", "in 2 days"; less than 45 seconds either way is "just now". */
export function describeRelative(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1_000
  if (Math.abs(seconds) < 45) return 'just now'
  // Half a minute short of an hour is an hour: what is rounded up must not read "60 minutes".
  const [unit, length] = steps.find(([, length]) => Math.abs(seconds) >= length * 0.9917) ?? ['minute', 60]
  return relative.format(Math.sign(seconds) * Math.max(1, Math.floor(Math.abs(seconds) / length + 0.0084)), unit)
}

/** "Nov 21, 2026, 12:04 PM", in the reader's own zone. */
export const describeTime = (at: Date, clock: TimeFormat['clock']): string =>
  formatOf('medium', 'short', clock).format(at)

/** "Saturday, November 21, 2026 at 12:04:31 PM GMT+1": for the title, where nothing may be left open. */
export const describeTimeInFull = (at: Date, clock: TimeFormat['clock']): string =>
  formatOf('full', 'long', clock).format(at)

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one takes many times as long as using it, and a long discussion shows hundreds of moments. */
function formatOf(dateStyle: 'medium' | 'full', timeStyle: 'short' | 'long', clock: TimeFormat['clock']) {
  const language = languageOf(clock)
  const key = `${language} ${dateStyle} ${clock}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const hours = clock === 'system' ? {} : { hourCycle: clock === '12' ? ('h12' as const) : ('h23' as const) }
  const format = new Intl.DateTimeFormat(language, { dateStyle, timeStyle, ...hours })
  formats.set(key, format)
  return format
}

const months = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })

/**
 * "5 Mar, 2024".
 *
 * @param day  `YYYY-MM-DD`, a day without a zone
 * @source DATE-003
 */
export function describeDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  return `${date.getUTCDate()} ${months.format(date)}, ${date.getUTCFullYear()}`
}

function languageOf(clock: TimeFormat['clock']): string {
  const own = globalThis.navigator?.language ?? 'en'
  return clock === 'system' && own.startsWith('en') ? own : 'en'
}
