/** A day without a zone, `YYYY-MM-DD`. */
export type Day = string

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Read a day as people write it: `2026-11-21`, `21 Nov`, `Nov 21, 2026`, `today`, `tomorrow`, `in 3 days`, `in 2 weeks`.
 *
 * @returns null for what is no day
 */
export function readDay(text: string, today: Day): Day | null {
  const words = text.trim().toLowerCase()
  if (words === 'today') return today
  if (words === 'tomorrow') return addDays(today, 1)
  const ahead = /^in (\d{1,4}) (day|week)s?$/.exec(words)
  if (ahead) return addDays(today, Number(ahead[1]) * (ahead[2] === 'week' ? 7 : 1))
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(words)
  if (iso) return build(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const year = Number(today.slice(0, 4))
  const dayFirst = /^(\d{1,2})\.? ([a-z]{3})[a-z]*\.?(?:,? (\d{4}))?$/.exec(words)
  if (dayFirst) return build(Number(dayFirst[3] ?? year), months.indexOf(dayFirst[2] ?? '') + 1, Number(dayFirst[1]))
  const monthFirst = /^([a-z]{3})[a-z]*\.? (\d{1,2})(?:,? (\d{4}))?$/.exec(words)
  if (monthFirst)
    return build(Number(monthFirst[3] ?? year), months.indexOf(monthFirst[1] ?? '') + 1, Number(monthFirst[2]))
  return null
}

/** The day it is for the reader. */
export function today(now = new Date()): Day {
  return dayOf(now)
}

/** The day of a local time. */
export function dayOf(time: Date): Day {
  return build(time.getFullYear(), time.getMonth() + 1, time.getDate()) ?? ''
}

/** Local midnight of a day, for what wants a Date. */
export function dateOf(day: Day): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

export function addDays(day: Day, days: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10)
}

function build(year: number, month: number, date: number): Day | null {
  if (month < 1) return null
  const time = new Date(Date.UTC(year, month - 1, date))
  if (time.getUTCMonth() !== month - 1 || time.getUTCDate() !== date || year < 1000) return null
  return time.toISOString().slice(0, 10)
}
