import { dayWords } from '#contract/day-words.ts'
import { describeWeekday } from './time.ts'

/** A day without a zone, `YYYY-MM-DD`. */
type Day = string

/** "Today", "Tomorrow", "Yesterday", the weekday within the next seven days, else the date. @source DATE-005..008 */
export function nameDay(day: Day, today: Day): string {
  const ahead = daysBetween(today, day)
  if (ahead === 0) return 'Today'
  if (ahead === 1) return 'Tomorrow'
  if (ahead === -1) return 'Yesterday'
  return ahead > 1 && ahead < 7 ? describeWeekday(day) : dayWords(day)
}

/** Whether a thing due that day is late; a closed one is never late. @source DATE-009 */
export const isPastDue = (day: Day | null, state: string, today: Day): boolean =>
  day !== null && state !== 'closed' && day < today

const dayMs = 86_400_000

/** The number of days from one day to another. */
export const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

/** The day some days after another; before it, where they are negative. */
export const dayAfter = (from: Day, days: number): Day =>
  new Date(Date.parse(from) + days * dayMs).toISOString().slice(0, 10)
