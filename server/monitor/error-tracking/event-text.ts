/** The longest values of an event that are kept, in characters. */
export const longest = { name: 200, description: 2_000, actor: 300, word: 100, path: 500, line: 300, tag: 200 } as const

/** A value of JSON that is an object. */
export type Given = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** One line of text; null where there is none. */
export function text(given: unknown, maxLength: number): string | null {
  if (typeof given !== 'string') return null
  return (
    storable(given.slice(0, 4 * maxLength))
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, maxLength)
      .toWellFormed() || null
  )
}

/** Text of several lines, also of a number or another value; null where there is none. */
export function textOf(given: unknown, maxLength: number): string | null {
  const value =
    typeof given === 'string' ? given : typeof given === 'number' || typeof given === 'boolean' ? String(given) : ''
  return storable(value.slice(0, maxLength)).trim() || null
}

/** A line of code, with its indentation; null where there is none. */
export const codeLine = (given: unknown): string | null =>
  typeof given === 'string'
    ? storable(given)
        .replace(/[\r\n]+$/, '')
        .slice(0, longest.line)
        .toWellFormed()
    : null

export const codeLines = (given: unknown): readonly string[] =>
  Array.isArray(given) ? given.map(each => codeLine(each) ?? '') : []

/** PostgreSQL stores no null characters, nor halves of a surrogate pair. */
const storable = (value: string): string => value.replaceAll('\0', '\ufffd').toWellFormed()
