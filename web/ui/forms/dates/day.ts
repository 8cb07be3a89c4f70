import { currentTime } from '#web/ui/text/clock.ts'

/** A day without a zone, `YYYY-MM-DD`. */
export type Day = string

/** The day it is for the reader. */
export function today(now = currentTime()): Day {
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
