const months = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })

/**
 * "5 Mar, 2024": the form of all dates.
 *
 * @param day  `YYYY-MM-DD`, a day without a zone
 * @source DATE-003
 */
export function dayWords(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  return `${date.getUTCDate()} ${months.format(date)}, ${date.getUTCFullYear()}`
}

/** "23 Nov – 6 Dec, 2026", "21 Dec, 2026 – 3 Jan, 2027". @param first  `YYYY-MM-DD`, as is `last` */
export function periodWords(first: string, last: string): string {
  const [start, end] = [dayWords(first), dayWords(last)]
  return `${first.slice(0, 4) === last.slice(0, 4) ? start.replace(/, \d+$/, '') : start} – ${end}`
}
