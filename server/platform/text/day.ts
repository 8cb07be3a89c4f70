/** Whether a text is a day of the calendar, `yyyy-mm-dd`: there is no 31 February. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false
  const made = new Date(`${text}T00:00:00Z`)
  // A day that the calendar does not have is moved to the next month, or is invalid.
  return !Number.isNaN(made.getTime()) && made.toISOString().startsWith(text)
}

/** Whether a moment does not begin with a day that the calendar has not. Moments in other forms pass. */
export function hasRealDay(moment: string): boolean {
  const day = /^\s*(\d{4}-\d{2}-\d{2})(?!\d)/.exec(moment)?.[1]
  return day === undefined || isDay(day)
}
