import { addDays, today } from '#web/ui/forms/dates/day.ts'

const usualDays = 30

/** The day that is chosen first for a new or rotated token, yyyy-mm-dd. */
export const usualExpiry = (): string => addDays(today(), usualDays)
