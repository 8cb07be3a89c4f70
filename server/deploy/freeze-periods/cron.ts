/** The five fields of a pattern, each as the set of its values. */
interface Cron {
  readonly minutes: ReadonlySet<number>
  readonly hours: ReadonlySet<number>
  readonly days: ReadonlySet<number>
  readonly months: ReadonlySet<number>
  readonly weekdays: ReadonlySet<number>
  /** Where both a day and a weekday are named, one of them is enough. */
  readonly eitherDay: boolean
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** `minute hour day month weekday` as crontab(5) has it; null for anything else. */
export function parseCron(pattern: string): Cron | null {
  const [minute, hour, day, month, weekday, ...more] = pattern.trim().split(/\s+/)
  if (minute === undefined || hour === undefined || day === undefined || month === undefined) return null
  if (weekday === undefined || more.length > 0) return null
  const minutes = readField(minute, 0, 59)
  const hours = readField(hour, 0, 23)
  const days = readField(day, 1, 31)
  const months = readField(month, 1, 12, monthNames, 1)
  const weekdays = readField(weekday, 0, 7, weekdayNames, 0)
  if (minutes === null || hours === null || days === null || months === null || weekdays === null) return null
  if (weekdays.has(7)) weekdays.add(0)
  return { minutes, hours, days, months, weekdays, eitherDay: !day.startsWith('*') && !weekday.startsWith('*') }
}

function readField(
  field: string,
  least: number,
  most: number,
  names: readonly string[] = [],
  firstName = 0,
): Set<number> | null {
  const values = new Set<number>()
  const numberOf = (word: string): number => {
    const named = names.indexOf(word.toLowerCase())
    return named >= 0 ? named + firstName : /^\d{1,2}$/.test(word) ? Number(word) : Number.NaN
  }
  for (const part of field.split(',')) {
    const [range = '', step, ...more] = part.split('/')
    const every = step === undefined ? 1 : /^\d{1,2}$/.test(step) ? Number(step) : 0
    if (every < 1 || more.length > 0) return null
    const [first = '', last, ...rest] = range.split('-')
    if (rest.length > 0) return null
    const from = range === '*' ? least : numberOf(first)
    const to = range === '*' || (last === undefined && step !== undefined) ? most : numberOf(last ?? first)
    if (!(from >= least && to <= most && from <= to)) return null
    for (let value = from; value <= to; value += every) values.add(value)
  }
  return values
}

/** Minutes of a moment on the clock of a place, counted as if its days all had 24 hours: a form that compares and steps. */
type LocalMinute = number

const minutesOfDay = 24 * 60
/** A pattern for 29 February occurs again within eight years. */
const mostDays = 8 * 366

/** A moment as the clock of a time zone shows it. */
export function localMinute(at: Date, timeZone: string): LocalMinute {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const),
  }).formatToParts(at)
  const part = (type: string) => Number(parts.find(each => each.type === type)?.value ?? 0)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute')) / 60_000
}

/** The nearest occurrence of a pattern at or before a moment, or after it; null where there is none within eight years. */
export function nearest(cron: Cron, from: LocalMinute, way: 'before' | 'after'): LocalMinute | null {
  const firstDay = Math.floor(from / minutesOfDay)
  const sign = way === 'before' ? -1 : 1
  const inOrder = (values: ReadonlySet<number>) => [...values].sort((a, b) => sign * (a - b))
  const [hours, minutes] = [inOrder(cron.hours), inOrder(cron.minutes)]
  for (let day = firstDay; Math.abs(day - firstDay) <= mostDays; day += sign) {
    const date = dateOf(day)
    if (!cron.months.has(date.getUTCMonth() + 1)) {
      // To the end of this month, or to its beginning; the next step leaves it.
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
      day = Date.UTC(year, way === 'after' ? month + 1 : month, way === 'after' ? 0 : 1) / 60_000 / minutesOfDay
      continue
    }
    if (!isOnDay(cron, date)) continue
    for (const hour of hours) {
      for (const minute of minutes) {
        const at = day * minutesOfDay + hour * 60 + minute
        if (way === 'before' ? at <= from : at > from) return at
      }
    }
  }
  return null
}

const dateOf = (day: number): Date => new Date(day * minutesOfDay * 60_000)

/** Whether the day of a month that the pattern names is one of its days. */
function isOnDay(cron: Cron, date: Date): boolean {
  const [isDay, isWeekday] = [cron.days.has(date.getUTCDate()), cron.weekdays.has(date.getUTCDay())]
  return cron.eitherDay ? isDay || isWeekday : isDay && isWeekday
}

/** Whether a text is a pattern that has occurrences: 31 February has none. */
export function occurs(pattern: string): boolean {
  const cron = parseCron(pattern)
  return cron !== null && nearest(cron, 0, 'after') !== null
}

export interface Freeze {
  readonly freezeStart: string
  readonly freezeEnd: string
  readonly timeZone: string
}

/**
 * The end of a freeze period that a moment is in, as the clock of its time zone shows it (`2026-12-28 07:00`); null outside of it.
 * The moment is in it if the period began since it last ended.
 */
export function frozenUntil({ freezeStart, freezeEnd, timeZone }: Freeze, at: Date): string | null {
  const [start, end] = [parseCron(freezeStart), parseCron(freezeEnd)]
  if (start === null || end === null) return null
  const now = localMinute(at, timeZone)
  const began = nearest(start, now, 'before')
  const ended = nearest(end, now, 'before')
  if (began === null || (ended !== null && ended >= began)) return null
  const ends = nearest(end, now, 'after')
  return ends === null ? '' : new Date(ends * 60_000).toISOString().slice(0, 16).replace('T', ' ')
}
