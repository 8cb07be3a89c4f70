import { dayWords } from '#contract/day-words.ts'
import { isCalendarDay } from '#contract/plan/lists/when-words.ts'

/** Days that filters offer before one is typed. */
export const pastDays = ['today', 'yesterday', '-7d', '-14d', '-30d', '-3m', '-1y'] as const
export const comingDays = ['today', 'tomorrow', '+7d', '+14d', '+30d', '-7d', '-30d'] as const

const units: Readonly<Record<string, string>> = { d: 'day', w: 'week', m: 'month', y: 'year' }

/** A day of a filter as a person reads it: `7 days ago`, `in 2 weeks`, `Nov 21, 2026`. */
export function dayName(text: string): string {
  const [, sign, amount = '', unit = ''] = /^([+-]?)(\d+) ?([dwmy])$/.exec(text.trim().toLowerCase()) ?? []
  if (sign === undefined) return isCalendarDay(text) ? dayWords(text) : text
  const span = `${Number(amount)} ${units[unit]}${Number(amount) === 1 ? '' : 's'}`
  return sign === '-' ? `${span} ago` : `in ${span}`
}
