// The browser loads this with its first page: the parser of days (`read-day.ts`) comes with what needs more.

const relative = /^(?:today|yesterday|tomorrow|[+-]?(?:\d{1,4} ?[dwm]|\d{1,3} ?y))$/i

/** Whether a text is a day relative to today: `today`, `-7d`, `+2w`, `1y`. */
export const isRelativeDay = (text: string): boolean => relative.test(text)

/** Whether a text is a day of the calendar, yyyy-mm-dd. */
export const isCalendarDay = (text: string): boolean =>
  /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) && dayOfMoment(`${text}T00:00:00Z`) === text

/** Whether a text is a day or a moment, as filters take it. */
export const isWhen = (text: string): boolean =>
  isRelativeDay(text) || isCalendarDay(text) || (/^[1-9]\d{3}-\d{2}-\d{2}T/.test(text) && dayOfMoment(text) !== null)

function dayOfMoment(text: string): string | null {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10)
}
