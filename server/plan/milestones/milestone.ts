import { Invalid } from '#server/errors.ts'

/** @throws Invalid  it would end before it begins */
export function checkPeriod(startDate: string | null, dueDate: string | null): void {
  if (startDate !== null && dueDate !== null && dueDate < startDate) {
    throw new Invalid({ dueDate: ['must be greater than start date'] })
  }
}

export const titleTaken = { title: ['has already been taken'] }
