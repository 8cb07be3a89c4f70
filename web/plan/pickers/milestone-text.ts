import { describePeriod, describePlannedDay } from '#web/ui/text/time.ts'
import type { MilestoneChoice } from './search.ts'

/** @source MILE-007 */
export const milestoneName = ({ title, expired }: Pick<MilestoneChoice, 'title' | 'expired'>): string =>
  expired ? `${title} (expired)` : title

/** "5 Mar – 1 Apr, 2024", as far as the days are known. */
export function periodOf({ startDate, dueDate }: Pick<MilestoneChoice, 'startDate' | 'dueDate'>): string | null {
  if (startDate && dueDate) return describePeriod(startDate, dueDate)
  if (dueDate) return `Due ${describePlannedDay(dueDate)}`
  return startDate ? `Starts ${describePlannedDay(startDate)}` : null
}
