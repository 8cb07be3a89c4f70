import { type RawBuilder, sql } from 'kysely'
import { plainAttributes, type SortWord, sortedNames } from '#contract/plan/attributes/plain-attributes.ts'
import type { issueOrders } from '#contract/plan/issues/issues.ts'
import { attributes } from '#server/plan/issuables/all-attributes.ts'
import { choiceRank } from '#server/plan/issuables/attributes/plain-kinds.ts'
import { positionOf } from '#server/plan/issuables/position.ts'
import { orderOf, type SortKey } from '#server/platform/sql/keyset.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'

export type IssueOrder = (typeof issueOrders)[number]

/**
 * Orders that no index of a project has as a whole: even within one project they are walked in parts (`walk.ts`), and pages cannot
 * follow one another by key. All others can. @source rest.md 1.5
 */
const ordersInParts: ReadonlySet<IssueOrder> = new Set([
  'milestone_due',
  'iteration',
  'label_priority',
  'priority',
  'author',
  'assignee',
  'epic',
])

export const isKeyed = (order: IssueOrder): boolean => !ordersInParts.has(order)

/** Whether the reader can see an epic `oe`: a condition for the order by epics. */
export type SeenEpics = RawBuilder<unknown>
const noEpics: SeenEpics = sql`false`

type OrderValue = Pick<SortKey, 'value' | 'type'>

/** The keys of an order, over `issuables i`: the id decides among equals. */
export function keysOf(order: IssueOrder, sort: 'asc' | 'desc', seenEpics = noEpics): readonly [SortKey, ...SortKey[]] {
  const id = (direction: 'asc' | 'desc'): SortKey => ({ value: sql`i.id`, type: 'bigint', direction })
  // Both keys have one direction, so that an index serves the order and its reverse.
  if (isFull(order)) return [{ ...fullKeys[order], direction: sort }, id(sort)]
  const direction = order === 'relative_position' ? 'asc' : sort
  const first = { ...partialKey(order, seenEpics), direction, isNullable: true } as const
  return order === 'priority'
    ? [first, { value: labelPriority, type: 'integer', direction, isNullable: true }, id('desc')]
    : [first, id('desc')]
}

/** Keys that all issuables have. */
const fullKeys = {
  created_at: { value: sql`i.created_at`, type: 'timestamptz' },
  updated_at: { value: sql`i.updated_at`, type: 'timestamptz' },
  // The expression of the index `issuables_by_closed_at`.
  closed_at: { value: sql`coalesce(i.closed_at, timestamptz '1970-01-01 00:00:00Z')`, type: 'timestamptz' },
  comments: { value: sql`i.notes_count`, type: 'integer' },
  time_estimate: { value: sql`i.time_estimate`, type: 'integer' },
  time_spent: { value: sql`i.time_spent`, type: 'integer' },
  popularity: { value: sql`i.upvotes`, type: 'integer' },
  blocking_issues: { value: sql`i.blocking_count`, type: 'integer' },
  published: { value: sql`(i.published_at is not null)::integer`, type: 'integer' },
  title: { value: nameOrder(sql`i.title`), type: 'text' },
} as const satisfies { readonly [Order in IssueOrder]?: OrderValue }

type FullOrder = keyof typeof fullKeys
const isFull = (order: IssueOrder): order is FullOrder => order in fullKeys

/** Keys that some lack; these come last, the newest first. */
function partialKey(order: Exclude<IssueOrder, FullOrder>, seenEpics: SeenEpics): OrderValue {
  switch (order) {
    case 'tasks':
      // The expression of the index `issuables_by_checklist`.
      return { value: sql`checklist_progress(i.task_completed_count, i.task_count)`, type: 'integer' }
    case 'author':
      return { value: authorName, type: 'text' }
    case 'assignee':
      return { value: assigneeName, type: 'text' }
    case 'epic':
      return { value: epicTitle(seenEpics), type: 'text' }
    case 'relative_position':
      return { value: positionOf('i'), type: 'bigint' }
    case 'milestone_due':
    case 'priority':
      return { value: milestoneDue, type: 'date' }
    case 'iteration':
      return { value: iterationStart, type: 'date' }
    case 'label_priority':
      return { value: labelPriority, type: 'integer' }
    default:
      return plainKeys[order satisfies SortWord]
  }
}

const keyTypes = { day: 'date', count: 'integer', choice: 'integer' } as const

// Every order that goes by a plain attribute has the word of one.
const plainKeys = Object.fromEntries(
  sortedNames.map(name => {
    const attribute = plainAttributes[name]
    const value = attribute.kind === 'choice' ? choiceRank(name, attribute) : attributes[name].storage.read
    return [attribute.sort.word, { value, type: keyTypes[attribute.kind] }]
  }),
) as Readonly<Record<SortWord, OrderValue>>

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
export const orderBy = (order: IssueOrder, sort: 'asc' | 'desc', seenEpics?: SeenEpics): RawBuilder<unknown> =>
  orderOf(keysOf(order, sort, seenEpics))
