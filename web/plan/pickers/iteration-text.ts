import { periodWords } from '#contract/day-words.ts'

interface NamedPeriod {
  readonly title: string | null
  readonly startDate: string
  readonly dueDate: string
}

/** "2 Nov – 15 Nov, 2026" */
export const periodOf = ({ startDate, dueDate }: NamedPeriod): string => periodWords(startDate, dueDate)

/** The name of an iteration: its title, or else its period. @source MILE-009 */
export const iterationName = (iteration: NamedPeriod): string => iteration.title ?? periodOf(iteration)
