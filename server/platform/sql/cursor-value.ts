import { Malformed } from '#server/errors.ts'
import { isDay } from '#server/platform/text/day.ts'

/** The answer to a cursor that the list did not give. */
export const invalidCursor = (): Malformed => new Malformed('cursor is invalid')

export type CursorType = 'timestamptz' | 'date' | 'integer' | 'bigint' | 'text'

const largestInteger = 2_147_483_647
/** The last year of PostgreSQL's timestamps; its dates go on for millions of years. */
const lastYear = 294_275
const clock = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d'
const shapes: Readonly<Record<CursorType, RegExp>> = {
  timestamptz: new RegExp(`^\\d{4,6}-\\d\\d-\\d\\d[T ]${clock}(?:\\.\\d{1,6})?(?:Z|[+]00)$`),
  date: /^\d{4,6}-\d\d-\d\d$/,
  integer: /^-?\d{1,10}$/,
  bigint: /^-?\d{1,18}$/,
  text: /^[^\0]*$/,
}

/** Whether PostgreSQL can read a text as a value of a type. Clients can forge cursors. */
export function isOfType(text: string, type: CursorType): boolean {
  if (!shapes[type].test(text)) return false
  if (type === 'integer') return Math.abs(Number(text)) <= largestInteger
  if (type !== 'timestamptz' && type !== 'date') return true
  const [day = ''] = text.split(/[T ]/)
  // Years of five digits and more are written by the database alone; its calendar repeats every 400 years.
  const [, year = '', rest = ''] = /^(\d+)(-.*)$/.exec(day) ?? []
  if (type === 'timestamptz' && Number(year) > lastYear) return false
  return isDay(day) || (year.length > 4 && isDay(`${2000 + (Number(year) % 400)}${rest}`))
}
