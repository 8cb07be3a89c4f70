import { describePlannedDay, describeWeekday } from '#web/ui/text/time.ts'

/** A day without a zone, `YYYY-MM-DD`. */
type Day = string

/** "Today", "Tomorrow", "Yesterday", the weekday within the next seven days, else the date. @source DATE-005..008 */
export function nameDay(day: Day, today: Day): string {
  const ahead = Math.round((atMidnight(day).getTime() - atMidnight(today).getTime()) / 86_400_000)
  if (ahead === 0) return 'Today'
  if (ahead === 1) return 'Tomorrow'
  if (ahead === -1) return 'Yesterday'
  return ahead > 1 && ahead < 7 ? describeWeekday(day) : describePlannedDay(day)
}

/** Whether a thing due that day is late; what is closed is never late. @source DATE-009 */
export const isPastDue = (day: Day | null, state: string, today: Day): boolean =>
  day !== null && state !== 'closed' && day < today

const atMidnight = (day: Day): Date => new Date(`${day}T00:00:00Z`)
