/** Cells of a spreadsheet, copied as HTML, as a markdown table; null when something else was copied. */
export function pastedTable(clipboard: DataTransfer): string | null {
  const html = clipboard.getData('text/html')
  if (!/<table/i.test(html)) return null
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const table = body.querySelector('table')
  if (table === null || body.querySelectorAll('table').length > 1) return null
  const rows = [...table.rows].map(row => [...row.cells].map(cell => cell.textContent ?? ''))
  table.remove()
  for (const each of body.querySelectorAll('style, script')) each.remove()
  // A page with a table in it is no table.
  return body.textContent?.trim() === '' ? tableOf(rows) : null
}

/** Rows as a markdown table, the first as its heading; columns of numbers stand to the right. Null for less than two cells. */
export function tableOf(rows: readonly (readonly string[])[]): string | null {
  const width = Math.max(0, ...rows.map(row => row.length))
  if (rows.length * width < 2) return null
  const cells = rows.map(row => Array.from({ length: width }, (_, column) => cellOf(row[column] ?? '')))
  const [head = [], ...rest] = cells
  const rule = head.map((_, column) => (isOfNumbers(rest.map(row => row[column] ?? '')) ? '---:' : '---'))
  return [head, rule, ...rest].map(row => `| ${row.join(' | ')} |`).join('\n')
}

const cellOf = (text: string): string =>
  text
    .trim()
    .replace(/\|/g, '\\|')
    .replace(/[ \t\u00a0]*\r?\n[ \t\u00a0]*/g, '<br>')
    .replace(/[ \t\u00a0]+/g, ' ')

function isOfNumbers(cells: readonly string[]): boolean {
  const written = cells.filter(cell => cell !== '')
  return written.length > 0 && written.every(cell => /^[-+]?[\d.,' ]*\d[\d.,' ]*%?$/.test(cell))
}
