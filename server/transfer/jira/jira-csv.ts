import { Invalid } from '#server/errors.ts'
import type { ImportedPerson } from '../issue-imports/imported-issue.ts'
import { dayOrderOf, momentOf } from './dates.ts'
import { type JiraIssue, linkTypeOf } from './jira-issue.ts'
import { markdownOfWiki } from './wiki-markup.ts'

/** The columns of a CSV export of Jira: several of one name hold one value each. */
export interface JiraColumns {
  readonly places: ReadonlyMap<string, readonly number[]>
  /** The headings of the columns that are not imported. */
  readonly ignored: readonly string[]
}

const personColumns = ['assignee', 'reporter', 'creator', 'watchers']
const storyPointColumns = [
  'story points',
  'story point estimate',
  'custom field (story points)',
  'custom field (story point estimate)',
]
const epicColumns = ['epic link', 'custom field (epic link)']
/** The fields that are listed in the description, by column. */
const toldColumns: readonly (readonly [label: string, ...columns: string[]])[] = [
  ['Resolution', 'resolution'],
  ['Sprint', 'sprint'],
  ['Fix version', 'fix version/s', 'fix versions', 'fix version'],
  ['Affected version', 'affects version/s', 'affects versions', 'affects version'],
  ['Component', 'component/s', 'components', 'component'],
]
const readColumns = new Set<string>([
  ...[
    'summary',
    'issue key',
    'issue type',
    'status',
    'status category',
    'resolved',
    'priority',
    'labels',
    'description',
    'comment',
  ],
  ...['due date', 'created', 'attachment', 'parent', 'parent key', 'original estimate', 'time spent'],
  ...personColumns.slice(0, 2).flatMap(name => [name, `${name} id`]),
  ...storyPointColumns,
  ...epicColumns,
  ...toldColumns.flatMap(([, ...names]) => names),
])
const linkColumn = /^(inward|outward) issue link \((.*)\)$/

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
  const ignored = cells
    .map(cell => cell.trim())
    .filter(cell => {
      const name = cell.toLowerCase()
      return cell !== '' && !readColumns.has(name) && !linkColumn.test(name)
    })
  return { places: columns, ignored: [...new Set(ignored)] }
}

/** Read a row of a CSV export. */
export function readJiraRow({ places }: JiraColumns, cells: readonly string[]): JiraIssue {
  const all = (name: string) => (places.get(name) ?? []).map(index => cells[index] ?? '').filter(Boolean)
  const one = (name: string) => all(name)[0] ?? ''
  const first = (names: readonly string[]) => names.map(one).find(Boolean) ?? ''
  const notices: string[] = []
  const given = [...['created', 'due date', 'resolved'].map(one), ...all('comment').map(cell => cell.slice(0, 40))]
  const order = given.map(dayOrderOf).find(each => each !== null) ?? null
  const momentIn = (name: string, heading: string) => {
    const moment = momentOf(one(name), order)
    if (moment === null && one(name) !== '') notices.push(unreadDate(heading, one(name)))
    return moment
  }
  const person = (name: string): ImportedPerson | null =>
    one(name) === '' ? null : { key: one(`${name} id`) || one(name), name: one(name), email: emailIn(one(name)) }
  // Comments name their authors by the ids that stand beside the names of the row.
  const names = new Map(
    personColumns.flatMap(column => {
      const ids = all(`${column} id`)
      return all(column).flatMap((name, at) => (ids[at] === undefined ? [] : [[ids[at], name] as const]))
    }),
  )
  const links = [...places.keys()].flatMap(column => {
    const [, direction, words = ''] = linkColumn.exec(column) ?? []
    if (direction === undefined) return []
    return all(column).map(key => ({ type: linkTypeOf(words, direction === 'outward'), key: key.trim() }))
  })
  const points = first(storyPointColumns)
  const weight = /^\d{1,6}(?:\.0+)?$/.test(points.trim()) ? Number.parseInt(points, 10) : null
  if (points !== '' && weight === null) notices.push(`Story points must be a whole number: ${shortened(points)}`)
  const createdAt = momentIn('created', 'Created')
  return {
    key: one('issue key').trim(),
    summary: one('summary'),
    description: markdownOfWiki(one('description')),
    type: one('issue type'),
    isSubtask: /^sub-?task$/i.test(one('issue type').trim()),
    parentKey: keyIn(one('parent key')) ?? keyIn(one('parent')) ?? keyIn(first(epicColumns)),
    status: one('status'),
    isDone:
      isDoneWord(one('status')) ||
      isDoneWord(one('status category')) ||
      one('resolved').trim() !== '' ||
      (one('resolution').trim() !== '' && !isUnresolved(one('resolution'))),
    priority: one('priority'),
    labels: all('labels').flatMap(each => each.split(/\s+/)),
    dueDate: momentIn('due date', 'Due date')?.slice(0, 10) ?? null,
    createdAt,
    assignee: person('assignee'),
    reporter: person('reporter'),
    comments: all('comment').map(cell => {
      const { date, author, body } = partsOfComment(cell)
      const moment = momentOf(date, order)
      if (moment === null)
        notices.push(date === '' ? 'The date of a comment is missing' : unreadDate('a comment', date))
      return {
        author: names.get(author) ?? (author || 'Somebody'),
        createdAt: moment ?? createdAt ?? new Date().toISOString(),
        ...(moment === null && { day: date }),
        body: markdownOfWiki(body),
      }
    }),
    attachments: all('attachment').flatMap(readAttachment),
    links,
    timeEstimate: secondsOf(one('original estimate')),
    timeSpent: secondsOf(one('time spent')),
    weight,
    facts: toldColumns.flatMap(([label, ...columns]) =>
      columns.flatMap(all).flatMap(value => (value.trim() === '' ? [] : [[label, value] as const])),
    ),
    notices,
  }
}

const unreadDate = (where: string, date: string): string => `The date of ${where} was not read: ${shortened(date)}`
const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** The words for done in Jira and its translations. */
const isDoneWord = (word: string): boolean => doneWords.has(word.trim().toLowerCase())
const doneWords = new Set(
  [
    'done|closed|resolved|complete|completed|cancelled|canceled|rejected|declined',
    'erledigt|fertig|geschlossen|abgeschlossen|gelöst|behoben|terminé|terminée|fermé|fermée|résolu|résolue|clos',
    'hecho|listo|finalizado|finalizada|cerrado|cerrada|resuelto|resuelta|fatto|completato|chiuso|risolto',
    'concluído|concluída|fechado|fechada|resolvido|itens concluídos|gereed|gesloten|opgelost|voltooid',
    'klar|stängd|löst|slutförd|færdig|udført|lukket|løst|ferdig|valmis|suljettu|ratkaistu',
    'gotowe|ukończone|zrobione|zamknięte|rozwiązane|hotovo|uzavřeno|vyřešeno|kész|lezárt|megoldott|tamamlandı|bitti|kapalı|çözüldü',
    'готово|закрыт|закрыто|закрыта|решён|решен|решено|выполнено|завершено|закрито|вирішено|виконано',
    '完了|解決済み|クローズ|已完成|完成|已关闭|已關閉|已解决|已解決|완료|완료됨|종료|해결됨',
  ]
    .join('|')
    .split('|'),
)

/** The words that Jira writes for an issue without a resolution. */
const isUnresolved = (word: string): boolean =>
  /^(?:unresolved|none|n\/a|-|nicht erledigt|nicht gelöst|ungelöst|unerledigt|non résolue?|sin resolver|no resuelt[oa]|irrisolto|non risolto|não resolvid[oa]|onopgelost|niet opgelost|olöst|uløst|ikke løst|ratkaisematon|nierozwiązane|nevyřešen[ao]|megoldatlan|çözülmedi|çözülmemiş|не решен[ао]?|нет решения|не вирішено|未解決|未解决|未解決|해결되지 않음|미해결)$/i.test(
    word.trim(),
  )

/** Some exports name the parent by a number instead, which is in no other column. */
const keyIn = (text: string): string | null => /^\s*([A-Z][A-Z0-9_]*-\d+)\s*$/i.exec(text)?.[1] ?? null

const longestEmail = 320

const emailIn = (text: string): string | null =>
  text.length <= longestEmail && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim()) ? text.trim() : null

const secondsOf = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null)

/** `31/Mar/26 2:05 PM;author;text`; older exports have the text alone. */
function partsOfComment(cell: string): { readonly date: string; readonly author: string; readonly body: string } {
  const [, date = '', author = '', body = ''] = /^([^;\n]{6,60});([^;\n]*);([\s\S]*)$/.exec(cell) ?? []
  const isDated = momentOf(date) !== null || /^\D{0,20}\p{N}{1,4}[\s./年년-]/u.test(date)
  return isDated ? { date, author: author.trim(), body } : { date: '', author: '', body: cell }
}

/** `31/Mar/26 2:05 PM;author;name;https://…` */
function readAttachment(cell: string): JiraIssue['attachments'] {
  const parts = cell.split(';')
  const url = parts.at(-1)?.trim() ?? ''
  return /^https?:\/\//.test(url) ? [{ name: parts.at(-2)?.trim() || 'attachment', url, sizeBytes: null }] : []
}
