/** A cell that a spreadsheet would run as a formula. */
const formula = /^[=+\-@\t\r]/
const number = /^-?\d+(?:\.\d+)?$/
const special = /[",\r\n]/

/**
 * A line of comma-separated values, as RFC 4180 has it. A text that a spreadsheet would run as a formula begins with an apostrophe.
 */
export const csvRow = (cells: readonly (string | number | null)[]): string => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(value: string | number | null): string {
  if (value === null) return ''
  const given = String(value)
  const text = formula.test(given) && !number.test(given) ? `'${given}` : given
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
