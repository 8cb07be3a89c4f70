const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const numbers = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]
const weekdayNames = weekdays.map(name => `${name}|${name.slice(0, 3)}`).join('|')
const monthNames = months.map(name => `${name}|${name.slice(0, 3)}`).join('|')

const relative = /^(?:in )?(\d{1,5}|an?|[a-z]+) (day|week|fortnight|month|year)s?(?: (from now|from today|ago))?$/
const signed = /^([+-]?)(\d{1,5}) ?([dwmy])$/
const weekday = new RegExp(`^(?:(this|next|on) )?(${weekdayNames})(?: (?:after )?next)?$`)
const next = /^(?:the )?(next|this|end of (?:the|this|next)) (day|week|month|year)$/
const monthFirst = new RegExp(`^(${monthNames})\\.? (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?$`)
const dayFirst = new RegExp(`^(?:the )?(\\d{1,2})(?:st|nd|rd|th|\\.)?(?: of)? (${monthNames})\\.?(?:,? (\\d{4}))?$`)

/**
 * Parse a date as people write it: `2026-01-31`, `today`, `in 3 days`, `-7d`, `next friday`, `December 31st`. Used by the date
 * fields of the pages, the filters of lists and the quick actions.
 *
 * A weekday means its next occurrence; `next friday` means Friday of next week (weeks begin on Monday). A date without a
 * year means its next occurrence.
 *
 * @param now  the writer's current date or time, ISO 8601; a time is read as UTC
 * @returns yyyy-mm-dd, or null if the text is not a date
 */
export function readDay(text: string, now: string): string | null {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ').replace(/[.!]$/, '')
  const today = parts(now.slice(0, 10))
  if (words === 'today' || words === 'now') return iso(today)
  if (words === 'tomorrow') return iso(plus(today, 1))
  if (words === 'yesterday') return iso(plus(today, -1))
  if (words === 'day after tomorrow' || words === 'the day after tomorrow') return iso(plus(today, 2))
  const numeric = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(words)
  if (numeric !== null) return day(Number(numeric[1]), Number(numeric[2]), Number(numeric[3]))
  return readSigned(words, today) ?? readRelative(words, today) ?? readWeekday(words, today) ?? readNamed(words, today)
}

const units: Readonly<Record<string, string>> = { d: 'day', w: 'week', m: 'month', y: 'year' }

function readSigned(words: string, today: Date): string | null {
  const [, sign, amount = '', unit = ''] = signed.exec(words) ?? []
  return sign === undefined ? null : shifted(today, Number(`${sign}${amount}`), units[unit] ?? '')
}

function readRelative(words: string, today: Date): string | null {
  const match = relative.exec(words)
  if (match === null) return null
  const [, amount = '', unit = '', way] = match
  const count = /^\d+$/.test(amount) ? Number(amount) : /^an?$/.test(amount) ? 1 : numbers.indexOf(amount)
  if (count < 0) return null
  return shifted(today, way === 'ago' ? -count : count, unit)
}

function shifted(from: Date, count: number, unit: string): string | null {
  switch (unit) {
    case 'day':
      return bounded(plus(from, count))
    case 'week':
      return bounded(plus(from, count * 7))
    case 'fortnight':
      return bounded(plus(from, count * 14))
    case 'month':
      return bounded(plusMonths(from, count))
    default:
      return bounded(plusMonths(from, count * 12))
  }
}

function readWeekday(words: string, today: Date): string | null {
  const span = next.exec(words)
  if (span !== null) {
    const [, which = '', unit = ''] = span
    if (which === 'next') return shifted(today, 1, unit)
    const base = which.endsWith('next') ? parts(shifted(today, 1, unit) ?? iso(today)) : today
    if (unit === 'week') return iso(plus(base, (7 - base.getUTCDay()) % 7))
    if (unit === 'month') return iso(new Date(Date.UTC(base.getUTCFullYear(), base.getUTCMonth() + 1, 0)))
    return unit === 'year' ? day(base.getUTCFullYear(), 12, 31) : iso(base)
  }
  const match = weekday.exec(words)
  if (match === null) return null
  const [, which, name = ''] = match
  const wanted = weekdays.findIndex(each => each.startsWith(name.slice(0, 3)))
  if (which === 'next') {
    const monday = plus(today, 7 - ((today.getUTCDay() + 6) % 7))
    return iso(plus(monday, (wanted + 6) % 7))
  }
  return iso(plus(today, (wanted - today.getUTCDay() + 7) % 7 || 7))
}

function readNamed(words: string, today: Date): string | null {
  const first = monthFirst.exec(words)
  const second = first === null ? dayFirst.exec(words) : null
  const name = first?.[1] ?? second?.[2]
  const date = Number(first?.[2] ?? second?.[1])
  const year = first?.[3] ?? second?.[3]
  if (name === undefined) return null
  const month = months.findIndex(each => each.startsWith(name.slice(0, 3))) + 1
  if (year !== undefined) return day(Number(year), month, date)
  const thisYear = day(today.getUTCFullYear(), month, date)
  return thisYear !== null && thisYear >= iso(today) ? thisYear : day(today.getUTCFullYear() + 1, month, date)
}

/** The date as yyyy-mm-dd, or null if it does not exist (June 31). */
function day(year: number, month: number, date: number): string | null {
  const made = new Date(Date.UTC(year, month - 1, date))
  if (year < 1 || made.getUTCMonth() !== month - 1 || made.getUTCDate() !== date) return null
  return bounded(made)
}

const bounded = (date: Date): string | null =>
  Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999 ? null : iso(date)

const parts = (text: string): Date => new Date(`${text}T00:00:00Z`)

const iso = (date: Date): string => date.toISOString().slice(0, 10)

const plus = (date: Date, days: number): Date => new Date(date.getTime() + days * 86_400_000)

/** The same day of a later month, or that month's last. */
function plusMonths(date: Date, count: number): Date {
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count + 1, 0))
  return new Date(
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, Math.min(date.getUTCDate(), last.getUTCDate())),
  )
}
