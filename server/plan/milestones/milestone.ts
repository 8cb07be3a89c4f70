import { Invalid } from '#server/errors.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { tooLong } from '#server/platform/text/problems.ts'

const longestTitle = 255

/** A title on one line. @throws Invalid  empty or too long */
export function checkMilestoneTitle(given: string): string {
  const title = oneLine(given)
  if (title === '') throw new Invalid({ title: ["can't be blank"] })
  if ([...title].length > longestTitle) throw new Invalid({ title: [tooLong(longestTitle)] })
  return title
}

/** @throws Invalid  it would end before it begins */
export function checkPeriod(startDate: string | null, dueDate: string | null): void {
  if (startDate !== null && dueDate !== null && dueDate < startDate) {
    throw new Invalid({ dueDate: ['must be greater than start date'] })
  }
}

export const titleTaken = { title: ['has already been taken'] }
