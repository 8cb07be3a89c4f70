import { dayWords, periodWords } from '#contract/day-words.ts'

/** "5 Mar – 31 May, 2026", "Due 31 May, 2026"; null without dates. */
export function periodOf({
  startDate,
  dueDate,
}: {
  readonly startDate: string | null
  readonly dueDate: string | null
}): string | null {
  if (startDate !== null && dueDate !== null) return periodWords(startDate, dueDate)
  if (startDate !== null) return `Starts ${dayWords(startDate)}`
  return dueDate === null ? null : `Due ${dayWords(dueDate)}`
}
