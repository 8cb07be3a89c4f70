import { type PlainAttribute, plainAttributes, plainNames } from '#contract/plan/attributes/plain-attributes.ts'
import { issuableTypes } from '#contract/plan/shapes.ts'
import { largestInteger } from '#contract/shapes.ts'
import { Invalid } from '#server/errors.ts'
import type { Changes } from '#server/plan/issuables/define-attribute.ts'
import { parseDuration } from '#server/plan/time-tracking/duration.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import { readCell } from '#server/platform/text/csv.ts'
import { isDay } from '#server/platform/text/day.ts'
import type { ImportedIssue } from './imported-issue.ts'

/** The part of an issue in one cell. */
type IssuePart = { readonly changes?: Changes } & Partial<Omit<ImportedIssue, 'changes'>>

/** @throws Invalid  the cell cannot be read; the message is a sentence */
type ReadCell = (text: string, column: string) => IssuePart

/** The columns of a file, in its order; null for one that is not imported. */
export interface CsvColumns {
  readonly readers: readonly (CsvColumn | null)[]
  /** The headings of the columns that are not imported. */
  readonly ignored: readonly string[]
}

interface CsvColumn {
  readonly heading: string
  readonly read: ReadCell
}

/** A heading in the form of `readers`: "Due Date" is `due_date`, and "Created At (UTC)" is `created_at_utc`. */
const keyOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')

/**
 * Read the header row. Besides title and description, the columns of an export are known.
 *
 * @throws Invalid  without a title or description
 * @source LIST-005, product-rules.md 14
 */
export function readHeader(cells: readonly string[]): CsvColumns {
  const keys = cells.map(keyOf)
  const missing = ['title', 'description'].filter(name => !keys.includes(name))
  if (missing.length > 0)
    throw new Invalid(`The header row needs the columns title and description. Missing: ${missing.join(', ')}.`)
  // If an export has two columns for the assignees, only the usernames are read.
  const hidden = new Set(keys.some(key => usernameKeys.includes(key)) ? nameKeys : [])
  const isExport = keys.some(key => exportKeys.includes(key))
  const seen = new Set<string>()
  const readers = keys.map((key, index) => {
    const known = hidden.has(key) || seen.has(key) ? undefined : columns.get(key)
    // An export holds Markdown; people who write into a cell see each of its lines.
    const read = known !== undefined && key === 'description' && !isExport ? describedInCell : known
    seen.add(key)
    return read === undefined ? null : { heading: cells[index]?.trim() ?? '', read }
  })
  const ignored = cells.map(cell => cell.trim()).filter((cell, index) => readers[index] === null && cell !== '')
  return { readers, ignored }
}

/** Read a row. @returns the issue as far as it can be read, and a sentence for each cell that cannot */
export function readRow(
  { readers }: CsvColumns,
  cells: readonly string[],
): { readonly issue: ImportedIssue; readonly problems: readonly string[] } {
  const problems: string[] = []
  let issue = nothing
  if (cells.length > readers.length)
    problems.push(`The row has ${cells.length} fields, but the header row has ${readers.length}`)
  for (const [index, column] of readers.entries()) {
    const text = readCell(cells[index] ?? '')
    if (column === null || text.trim() === '') continue
    try {
      const { changes, ...part } = column.read(text, column.heading)
      issue = { ...issue, ...part, changes: { ...issue.changes, ...changes } }
    } catch (error) {
      if (!(error instanceof Invalid)) throw error
      problems.push(error.message)
    }
  }
  return { issue, problems }
}

const nothing: ImportedIssue = {
  changes: { title: '' },
  isClosed: false,
  timeEstimate: null,
  timeSpent: null,
  createdAt: null,
}

/** Columns that only exports have. */
const exportKeys = ['id', 'iid', 'issue_id', 'url']

const describedInCell: ReadCell = text => ({ changes: { description: withLineBreaks(text) } })

/** A line that Markdown does not join with its neighbors. */
const ownLine = /^\s*$|^ {0,3}(?:[-*+>|#]|\d+[.)]\s|<|={2,}|_{3,})|^(?: {4}|\t)/

/** Markdown in which each line of words begins a line. */
function withLineBreaks(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  let isCode = false
  return lines
    .map((line, at) => {
      const isFence = /^\s*(?:```|~~~)/.test(line)
      if (isFence) isCode = !isCode
      const next = lines[at + 1] ?? ''
      const isJoined =
        !isFence && !isCode && !ownLine.test(line) && !ownLine.test(next) && !/^\s*(?:```|~~~)/.test(next)
      return isJoined && !/(?: {2}|\\)$/.test(line) ? `${line.trimEnd()}  ` : line
    })
    .join('\n')
}

const usernameKeys = ['assignee_username', 'assignee_usernames']
const nameKeys = ['assignee', 'assignees']

const listOf = (text: string): readonly string[] => text.split(',').flatMap(each => each.trim() || [])

const assignees: ReadCell = text => ({
  changes: { assignees: { replace: listOf(text).map(name => name.replace(/^@/, '')) } },
})

const seconds =
  (name: 'timeEstimate' | 'timeSpent'): ReadCell =>
  (text, column) => {
    // An export tells seconds; people write `1h 30m`.
    const value = /^\d{1,10}$/.test(text.trim()) ? Number(text) : parseDuration(text)
    if (value === null || value < 0 || value > largestInteger)
      throw new Invalid(`${column} must be a number of seconds or a duration such as 1h 30m`)
    return { [name]: value }
  }

const createdAt: ReadCell = (text, column) => {
  const moment = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(?: ?UTC|Z)?)?$/.exec(text.trim())
  const [, day = '', time = '00:00'] = moment ?? []
  const parsed = Date.parse(`${day}T${time}Z`)
  if (!isDay(day) || Number.isNaN(parsed)) throw new Invalid(`${column} must be a time such as 2026-03-31 14:00:00`)
  return { createdAt: new Date(parsed).toISOString() }
}

const columns: ReadonlyMap<string, ReadCell> = new Map<string, ReadCell>([
  ['title', text => ({ changes: { title: text } })],
  ['description', text => ({ changes: { description: text } })],
  ['type', (text, column) => ({ changes: { type: oneOf(text, column, issuableTypes) } })],
  ['issue_type', (text, column) => ({ changes: { type: oneOf(text, column, issuableTypes) } })],
  ['state', (text, column) => ({ isClosed: oneOf(text, column, ['open', 'opened', 'closed']) === 'closed' })],
  ['milestone', text => ({ changes: { milestone: text.trim().replace(/^%/, '') } })],
  ['iteration', text => ({ changes: { iteration: text.trim() } })],
  ['labels', text => ({ changes: { labels: { replace: listOf(text) } } })],
  ...[...usernameKeys, ...nameKeys].map(key => [key, assignees] as const),
  ['time_estimate', seconds('timeEstimate')],
  ['time_spent', seconds('timeSpent')],
  ['created_at', createdAt],
  ['created_at_utc', createdAt],
  ...plainNames.flatMap(name => {
    const attribute: PlainAttribute = plainAttributes[name]
    const read: ReadCell = (text, column) => ({ changes: { [name]: readPlain(attribute, text.trim(), column) } })
    const keys = [snakeCase(name), keyOf(attribute.label), ...(attribute.graphqlInput ? [attribute.graphqlInput] : [])]
    return [...new Set(keys)].map(key => [key, read] as const)
  }),
])

function readPlain(attribute: PlainAttribute, text: string, column: string): boolean | number | string {
  switch (attribute.kind) {
    case 'flag':
      return ['yes', 'true', '1'].includes(oneOf(text, column, ['yes', 'no', 'true', 'false', '1', '0']))
    case 'day':
      if (!isDay(text)) throw new Invalid(`${column} must be a date such as 2026-03-31`)
      return text
    case 'count':
      if (!/^\d{1,10}$/.test(text)) throw new Invalid(`${column} must be a whole number`)
      return Number(text)
    case 'choice': {
      const words = attribute.choices.flatMap(({ value, label }) => [keyOf(value), keyOf(label)])
      const at = words.indexOf(keyOf(text))
      const choice = attribute.choices[Math.floor(at / 2)]
      if (at === -1 || choice === undefined)
        throw new Invalid(`${column} must be one of: ${attribute.choices.map(each => each.label).join(', ')}`)
      return choice.value
    }
    default:
      return attribute satisfies never
  }
}

function oneOf(text: string, column: string, words: readonly string[]): string {
  const word = keyOf(text)
  if (!words.includes(word)) throw new Invalid(`${column} must be one of: ${words.join(', ')}`)
  return word
}
