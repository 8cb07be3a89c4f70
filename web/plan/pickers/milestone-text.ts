import { dayWords, periodWords } from '#contract/day-words.ts'
import type { MilestoneChoice } from './search.ts'

/** @source MILE-007 */
export const milestoneName = ({ title, expired }: Pick<MilestoneChoice, 'title' | 'expired'>): string =>
  expired ? `${title} (expired)` : title

/** "5 Mar – 1 Apr, 2024", as far as the days are known. */
export function periodOf({ startDate, dueDate }: Pick<MilestoneChoice, 'startDate' | 'dueDate'>): string | null {
  if (startDate && dueDate) return periodWords(startDate, dueDate)
  if (dueDate) return `Due ${dayWords(dueDate)}`
  return startDate ? `Starts ${dayWords(startDate)}` : null
}
