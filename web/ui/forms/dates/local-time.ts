/** A moment in the form of a field of date and time, in the browser's time zone: `2031-03-04T05:06`. */
export function toLocalTime(moment: string): string {
  const date = new Date(moment)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The moment that such a field names; null while it names none. */
export function fromLocalTime(text: string): string | null {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
