import { escapeHtml } from './text.ts'

const maxCells = 10_000

interface TableField {
  readonly key: string
  readonly label: string
}

/**
 * The table a `json:table` block describes: `{ items: [{…}], fields?: ["key" | { key, label }], caption? }`.
 *
 * @returns null when it is no diagram or too large; the block is then shown as code
 */
export function jsonTable(source: string): string | null {
  const table = parse(source)
  if (!isRecord(table) || !Array.isArray(table.items)) return null
  const items: readonly unknown[] = table.items
  const fields = fieldsOf(table.fields, items[0])
  if (fields.length === 0 || fields.length * items.length > maxCells || !items.every(isRecord)) return null
  const caption = typeof table.caption === 'string' ? `<caption>${escapeHtml(table.caption)}</caption>\n` : ''
  const head = fields.map(field => `<th>${escapeHtml(field.label)}</th>`).join('')
  const rows = items
    .filter(isRecord)
    .map(item => `<tr>${fields.map(field => `<td>${cell(item[field.key])}</td>`).join('')}</tr>`)
  return `<table>\n${caption}<thead>\n<tr>${head}</tr>\n</thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch {
    // Half-written JSON is shown as code.
    return null
  }
}

function fieldsOf(given: unknown, first: unknown): readonly TableField[] {
  if (!Array.isArray(given)) return isRecord(first) ? Object.keys(first).map(key => ({ key, label: key })) : []
  return given.flatMap((field: unknown) => {
    if (typeof field === 'string') return [{ key: field, label: field }]
    if (!isRecord(field) || typeof field.key !== 'string') return []
    return [{ key: field.key, label: typeof field.label === 'string' ? field.label : field.key }]
  })
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return ''
  return escapeHtml(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
