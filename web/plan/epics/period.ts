import { describePeriod, describePlannedDay } from '#web/ui/text/time.ts'

/** "5 Mar – 31 May, 2026", "Due 31 May, 2026"; null without dates. */
export function periodOf({
  startDate,
  dueDate,
}: {
  readonly startDate: string | null
  readonly dueDate: string | null
}): string | null {
  if (startDate !== null && dueDate !== null) return describePeriod(startDate, dueDate)
  if (startDate !== null) return `Starts ${describePlannedDay(startDate)}`
  return dueDate === null ? null : `Due ${describePlannedDay(dueDate)}`
}
