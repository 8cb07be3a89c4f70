import { readDay } from '#contract/plan/read-day.ts'
import { dayIn, describeDay } from '#web/ui/text/time.ts'

/** Days that filters offer before one is typed. */
export const pastDays = ['today', 'yesterday', '-7d', '-14d', '-30d', '-3m', '-1y'] as const
export const comingDays = ['today', 'tomorrow', '+7d', '+14d', '+30d', '-7d', '-30d'] as const

const units: Readonly<Record<string, string>> = { d: 'day', w: 'week', m: 'month', y: 'year' }

/** A day of a filter as a person reads it: `7 days ago`, `in 2 weeks`, `Nov 21, 2026`. */
export function dayName(text: string): string {
  const [, sign, amount = '', unit = ''] = /^([+-]?)(\d+) ?([dwmy])$/.exec(text.trim().toLowerCase()) ?? []
  if (sign === undefined)
    return /^\d{4}-\d{2}-\d{2}$/.test(text) && readFilterDay(text) !== null ? describeDay(text) : text
  const span = `${Number(amount)} ${units[unit]}${Number(amount) === 1 ? '' : 's'}`
  return sign === '-' ? `${span} ago` : `in ${span}`
}

/** The day, yyyy-mm-dd, that a text stands for today where the viewer is; null for none. */
export const readFilterDay = (text: string): string | null => readDay(text, dayIn(new Date()))

/** Whether a text is a day or a moment. */
export const isWhen = (text: string): boolean =>
  readFilterDay(text) !== null || (/^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text)))
