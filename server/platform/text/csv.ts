/** A cell that a spreadsheet would run as a formula, or that begins as if it had been kept from being run. */
const formula = /^'*[=+\-@\t\r]/
const kept = /^'+[=+\-@\t\r]/
const number = /^-?\d+(?:\.\d+)?$/
const special = /[",\r\n]/

/**
 * A line of comma-separated values, as RFC 4180 has it. A text that a spreadsheet would run as a formula begins with an apostrophe,
 * which `readCell` takes away.
 */
export const csvRow = (cells: readonly (string | number | null)[]): string => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(value: string | number | null): string {
  if (value === null) return ''
  const given = String(value)
  const text = formula.test(given) && !number.test(given) ? `'${given}` : given
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The text of a cell, without the apostrophe that keeps it from being run as a formula. */
export const readCell = (text: string): string => (kept.test(text) ? text.slice(1) : text)
