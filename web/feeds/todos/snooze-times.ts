const wakesAtHour = 9

/** Nine in the morning, a number of days after a moment, by the clock of the reader. */
export function morningAfter(from: Date, days: number): Date {
  return new Date(from.getFullYear(), from.getMonth(), from.getDate() + days, wakesAtHour)
}

export const tomorrow = (now: Date): Date => morningAfter(now, 1)

/** Monday next. */
export const nextWeek = (now: Date): Date => morningAfter(now, (8 - now.getDay()) % 7 || 7)

/** @param day  yyyy-mm-dd */
export function morningOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, wakesAtHour)
}
