import { Invalid } from '#server/errors.ts'
import type { ImportedPerson } from '../issue-imports/imported-issue.ts'
import { type JiraIssue, linkTypeOf } from './jira-issue.ts'
import { momentOfMs } from './moment.ts'
import { markdownOfWiki } from './wiki-markup.ts'

/** The columns of a CSV export of Jira: several of one name hold one value each. */
export type JiraColumns = ReadonlyMap<string, readonly number[]>

/** @throws Invalid  it is no export of Jira */
export function readJiraHeader(cells: readonly string[]): JiraColumns {
  const columns = new Map<string, number[]>()
  for (const [index, cell] of cells.entries()) {
    const name = cell.trim().toLowerCase()
    columns.set(name, [...(columns.get(name) ?? []), index])
  }
  const missing = ['summary', 'issue key'].filter(name => !columns.has(name))
  if (missing.length > 0)
    throw new Invalid(`This is not a CSV export of Jira issues. Missing columns: ${missing.join(', ')}.`)
  return columns
}

/** Read a row of a CSV export. */
export function readJiraRow(columns: JiraColumns, cells: readonly string[]): JiraIssue {
  const all = (name: string) => (columns.get(name) ?? []).map(index => cells[index] ?? '').filter(Boolean)
  const one = (name: string) => all(name)[0] ?? ''
  const status = one('status')
  const person = (name: string): ImportedPerson | null =>
    one(name) === '' ? null : { key: one(`${name} id`) || one(name), name: one(name), email: emailIn(one(name)) }
  const links = [...columns.keys()].flatMap(column => {
    const [, direction, words = ''] = /^(inward|outward) issue link \((.*)\)$/.exec(column) ?? []
    if (direction === undefined) return []
    return all(column).map(key => ({ type: linkTypeOf(words, direction === 'outward'), key: key.trim() }))
  })
  return {
    key: one('issue key').trim(),
    summary: one('summary'),
    description: markdownOfWiki(one('description')),
    type: one('issue type'),
    isSubtask: /^sub-?task$/i.test(one('issue type').trim()),
    parentKey: keyIn(one('parent key')) ?? keyIn(one('parent')),
    status,
    isDone: /^(?:done|closed|resolved|complete|completed)$/i.test(status) || /^done$/i.test(one('status category')),
    priority: one('priority'),
    labels: all('labels').flatMap(each => each.split(/\s+/)),
    dueDate: momentOf(one('due date'))?.slice(0, 10) ?? null,
    createdAt: momentOf(one('created')),
    assignee: person('assignee'),
    reporter: person('reporter'),
    comments: all('comment').map(readComment),
    attachments: all('attachment').flatMap(readAttachment),
    links,
    timeEstimate: secondsOf(one('original estimate')),
    timeSpent: secondsOf(one('time spent')),
  }
}

/** Some exports name the parent by a number instead, which no other column tells. */
const keyIn = (text: string): string | null => /^\s*([A-Z][A-Z0-9_]*-\d+)\s*$/i.exec(text)?.[1] ?? null

const longestEmail = 320

const emailIn = (text: string): string | null =>
  text.length <= longestEmail && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim()) ? text.trim() : null

const secondsOf = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null)

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A moment as Jira writes it: `31/Mar/26 2:05 PM`, or ISO 8601. Read as UTC. */
export function momentOf(text: string): string | null {
  const [, day = '', month = '', year = '', hour = '0', minute = '0', half = ''] =
    /^\s*(\d{1,2})\/([A-Za-z]{3})\/(\d{2,4})(?:\s+(\d{1,2}):(\d{2})(?:\s*([AP]M))?)?/i.exec(text) ?? []
  const at = months.indexOf(month.toLowerCase())
  if (at === -1) {
    return /^\s*\d{4}-\d{2}-\d{2}/.test(text) ? momentOfMs(Date.parse(text)) : null
  }
  const fullYear = Number(year) < 100 ? 2000 + Number(year) : Number(year)
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (/pm/i.test(half) ? 12 : 0)
  return momentOfMs(Date.UTC(fullYear, at, Number(day), hours, Number(minute)))
}

/** `31/Mar/26 2:05 PM;author;text` */
function readComment(cell: string): JiraIssue['comments'][number] {
  const [, date = '', author = '', body = ''] = /^([^;\n]{6,40});([^;\n]*);([\s\S]*)$/.exec(cell) ?? []
  const createdAt = momentOf(date)
  return createdAt === null
    ? { author: 'Somebody', createdAt: new Date().toISOString(), body: markdownOfWiki(cell) }
    : { author: author || 'Somebody', createdAt, body: markdownOfWiki(body) }
}

/** `31/Mar/26 2:05 PM;author;name;https://…` */
function readAttachment(cell: string): JiraIssue['attachments'] {
  const parts = cell.split(';')
  const url = parts.at(-1)?.trim() ?? ''
  return /^https?:\/\//.test(url) ? [{ name: parts.at(-2)?.trim() || 'attachment', url, sizeBytes: null }] : []
}
