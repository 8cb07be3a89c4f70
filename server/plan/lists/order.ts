import { type RawBuilder, sql } from 'kysely'
import { plainAttributes, type SortWord, sortedNames } from '#contract/plan/attributes/plain-attributes.ts'
import { plainOrders } from '#contract/plan/attributes/plain-shapes.ts'
import type { issueOrders } from '#contract/plan/issues/issues.ts'
import { Malformed } from '#server/errors.ts'
import { attributes } from '#server/plan/issuables/all-attributes.ts'
import { choiceRank } from '#server/plan/issuables/attributes/plain-kinds.ts'
import { positionOf } from '#server/plan/issuables/position.ts'
import { type CursorType, isOfType } from '#server/platform/sql/cursor-value.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'

export type IssueOrder = (typeof issueOrders)[number]

interface Ordering {
  /** What is compared first; the id decides among equals. */
  readonly key: RawBuilder<unknown>
  readonly type: CursorType
  readonly isNullable: boolean
  readonly direction: 'asc' | 'desc'
  readonly idDirection: 'asc' | 'desc'
}

/** Orders that a page by key can follow. @source rest.md 1.5 */
const keyed: ReadonlySet<IssueOrder> = new Set([
  'created_at',
  'updated_at',
  'title',
  'relative_position',
  'closed_at',
  'comments',
  'time_estimate',
  'time_spent',
  'tasks',
  'popularity',
  'blocking_issues',
  'published',
  ...plainOrders,
])

export const isKeyed = (order: IssueOrder): boolean => keyed.has(order)

/** Whether the reader can see an epic `oe`: a condition for the order by epics. */
export type SeenEpics = RawBuilder<unknown>
const noEpics: SeenEpics = sql`false`

/** What an order compares, over `issuables i`. */
export function orderingOf(order: IssueOrder, sort: 'asc' | 'desc', seenEpics = noEpics): Ordering {
  const both = { direction: sort, idDirection: sort } as const
  switch (order) {
    case 'created_at':
      return { key: sql`i.created_at`, type: 'timestamptz', isNullable: false, ...both }
    case 'updated_at':
      return { key: sql`i.updated_at`, type: 'timestamptz', isNullable: false, ...both }
    case 'closed_at':
      return { key: closedAt, type: 'timestamptz', isNullable: false, ...both }
    case 'comments':
      return { key: sql`i.notes_count`, type: 'integer', isNullable: false, ...both }
    case 'time_estimate':
      return { key: sql`i.time_estimate`, type: 'integer', isNullable: false, ...both }
    case 'time_spent':
      return { key: sql`i.time_spent`, type: 'integer', isNullable: false, ...both }
    case 'tasks':
      return { key: checklistProgress, type: 'integer', isNullable: true, direction: sort, idDirection: 'desc' }
    case 'author':
      return { key: authorName, type: 'text', isNullable: true, direction: sort, idDirection: 'desc' }
    case 'assignee':
      return { key: assigneeName, type: 'text', isNullable: true, direction: sort, idDirection: 'desc' }
    case 'epic':
      return { key: epicTitle(seenEpics), type: 'text', isNullable: true, direction: sort, idDirection: 'desc' }
    case 'popularity':
      return { key: sql`i.upvotes`, type: 'integer', isNullable: false, ...both }
    case 'blocking_issues':
      return { key: sql`i.blocking_count`, type: 'integer', isNullable: false, ...both }
    case 'published':
      return { key: sql`(i.published_at is not null)::integer`, type: 'integer', isNullable: false, ...both }
    case 'title':
      return { key: nameOrder(sql`i.title`), type: 'text', isNullable: false, ...both }
    case 'relative_position':
      return { key: positionOf('i'), type: 'bigint', isNullable: true, direction: 'asc', idDirection: 'desc' }
    case 'milestone_due':
      return { key: milestoneDue, type: 'date', isNullable: true, direction: sort, idDirection: 'desc' }
    case 'iteration':
      return { key: iterationStart, type: 'date', isNullable: true, direction: sort, idDirection: 'desc' }
    case 'label_priority':
      return { key: labelPriority, type: 'integer', isNullable: true, direction: sort, idDirection: 'desc' }
    case 'priority':
      return { key: milestoneDue, type: 'date', isNullable: true, direction: sort, idDirection: 'desc' }
    default: {
      const { key, type } = plainKeys[order satisfies SortWord]
      return { key, type, isNullable: true, direction: sort, idDirection: 'desc' }
    }
  }
}

const keyTypes = { day: 'date', count: 'integer', choice: 'integer' } as const

// Every order that goes by a plain attribute has the word of one.
const plainKeys = Object.fromEntries(
  sortedNames.map(name => {
    const attribute = plainAttributes[name]
    const key = attribute.kind === 'choice' ? choiceRank(name, attribute) : attributes[name].storage.read
    return [attribute.sort.word, { key, type: keyTypes[attribute.kind] }]
  }),
) as Readonly<Record<SortWord, Pick<Ordering, 'key' | 'type'>>>

// As `issuables_by_closed_at` has it.
const closedAt = sql`coalesce(i.closed_at, timestamptz '1970-01-01 00:00:00Z')`

// The expression of the index `issuables_by_checklist`.
const checklistProgress = sql`checklist_progress(i.task_completed_count, i.task_count)`

const authorName = sql`(select ${nameOrder(sql`ou.name`)} from users ou where ou.id = i.author_id)`
const assigneeName = sql`(select min(${nameOrder(sql`ou.name`)}) from issuable_assignees oa join users ou on ou.id = oa.user_id where oa.issuable_id = i.id)`
const epicTitle = (seen: SeenEpics) =>
  sql`(select ${nameOrder(sql`oe.title`)} from issuables oe where oe.id = i.parent_id and oe.series = 'epic' and ${seen})`

const iterationStart = sql`(select oi.start_date from iterations oi where oi.id = i.iteration_id)`

const milestoneDue = sql`(select om.due_date from milestones om where om.id = i.milestone_id)`

/** The most important of the issue's labels, as its project ranks them. */
export const labelPriority = sql`(select min(op.priority) from issuable_labels ol join label_priorities op
  on op.label_id = ol.label_id and op.project_id = i.namespace_id where ol.issuable_id = i.id)`

/** The `order by` of a list. */
export function orderBy(order: IssueOrder, sort: 'asc' | 'desc', seenEpics?: SeenEpics): RawBuilder<unknown> {
  const { key, isNullable, direction, idDirection } = orderingOf(order, sort, seenEpics)
  const nulls = isNullable ? sql` nulls last` : sql``
  const second = order === 'priority' ? sql`, ${labelPriority} ${sql.raw(direction)} nulls last` : sql``
  return sql`${key} ${sql.raw(direction)}${nulls}${second}, i.id ${sql.raw(idDirection)}`
}

/** The value of a row's key, for the cursor of the page that follows. */
export function cursorColumn(order: IssueOrder, sort: 'asc' | 'desc'): RawBuilder<string | null> {
  const { key, type } = orderingOf(order, sort)
  // In microseconds, as it is stored: a cursor must not fall before or behind its own row.
  return type === 'timestamptz'
    ? sql`to_char(${key} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : sql`${key}::text`
}

export interface Cursor {
  readonly value: string | null
  readonly id: number
}

export const writeCursor = ({ value, id }: Cursor): string =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url')

/** @throws Malformed  a text that `writeCursor` did not write */
export function readCursor(text: string): Cursor {
  try {
    const given: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (Array.isArray(given) && (given[0] === null || typeof given[0] === 'string') && Number.isSafeInteger(given[1])) {
      return { value: given[0], id: Number(given[1]) }
    }
  } catch {
    // The error below is all that whoever made the text up learns.
  }
  throw new Malformed('cursor is invalid')
}

/** The rows behind a cursor. */
export function behind(order: IssueOrder, sort: 'asc' | 'desc', cursor: Cursor): RawBuilder<unknown> {
  const { key, type, isNullable, direction, idDirection } = orderingOf(order, sort)
  const sign = sql.raw(direction === 'asc' ? '>' : '<')
  const idSign = sql.raw(idDirection === 'asc' ? '>' : '<')
  const value = sql`${checked(cursor.value, type)}::${sql.raw(type)}`
  if (!isNullable && direction === idDirection) return sql`(${key}, i.id) ${sign} (${value}, ${cursor.id}::bigint)`
  if (cursor.value === null) return sql`(${key} is null and i.id ${idSign} ${cursor.id})`
  const nulls = isNullable ? sql` or ${key} is null` : sql``
  return sql`(${key} ${sign} ${value} or (${key} = ${value} and i.id ${idSign} ${cursor.id})${nulls})`
}

/** The rows before a cursor, the nearest first: the order turned round. */
export function before(
  order: IssueOrder,
  sort: 'asc' | 'desc',
  cursor: Cursor,
): { readonly start: RawBuilder<unknown>; readonly by: { readonly ordering: RawBuilder<unknown> } | undefined } {
  const turned = sort === 'asc' ? 'desc' : 'asc'
  const { key, type, isNullable, direction, idDirection } = orderingOf(order, sort)
  // An index has it.
  if (!isNullable) return { start: behind(order, turned, cursor), by: undefined }
  const [back, sign] = direction === 'asc' ? ['desc', '<'] : ['asc', '>']
  const [idBack, idSign] = idDirection === 'asc' ? ['desc', '<'] : ['asc', '>']
  const value = sql`${checked(cursor.value, type)}::${sql.raw(type)}`
  const isNearer = sql`i.id ${sql.raw(idSign)} ${cursor.id}`
  return {
    start:
      cursor.value === null
        ? sql`(${key} is not null or ${isNearer})`
        : sql`(${key} ${sql.raw(sign)} ${value} or (${key} = ${value} and ${isNearer}))`,
    // Rows without a key are the last in both directions.
    by: { ordering: sql`${key} ${sql.raw(back)} nulls first, i.id ${sql.raw(idBack)}` },
  }
}

function checked(value: string | null, type: CursorType): string | null {
  if (value !== null && !isOfType(value, type)) throw new Malformed('cursor is invalid')
  return value
}
