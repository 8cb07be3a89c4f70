import { ChecklistIcon, CommentIcon, PeopleIcon, ThumbsupIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { declarationOf, namesIn, type ShownIn } from '#contract/plan/attributes/plain-attributes.ts'
import { listed } from '#contract/plan/lists/list-words.ts'
import type { Search } from '#web/api/router/search.ts'
import { WeightIcon } from '#web/ui/own-icons.ts'
import { type Order, orders } from './order.ts'

/** The plain attributes that have a column; flags are signs beside the title. */
export type PlainColumn = Exclude<ShownIn<'list'>, 'confidential' | 'discussionLocked'>
/** The columns whose cells come with the first list that shows them. */
export type PlannedColumn = 'epic' | 'iteration' | 'estimate' | 'spent'
export type ColumnKey =
  | PlainColumn
  | PlannedColumn
  | 'milestone'
  | 'tasks'
  | 'votes'
  | 'comments'
  | 'people'
  /** These two are of requests to a service desk. */
  | 'requester'
  | 'firstAnswer'
  /** Only in the list of incidents. */
  | 'sla'
  | 'author'
  | 'created'
  | 'updated'
  | 'closed'

/** A column that the rows of a list can show. */
export interface Column<Key extends string = string, By extends string = string> {
  readonly key: Key
  readonly label: string
  /** The word in the address: `columns[]=due_date`. */
  readonly word: string
  /** The order by which a press on the name sorts. */
  readonly order?: By
  /** Stands for the name where the column is narrow. */
  readonly icon?: ReactNode
  /** The width in rem, as in `IssueRow.module.css`. */
  readonly width: number
  /** Shown where no columns are chosen. */
  readonly isUsual: boolean
  /** Incidents show their severity in it. */
  readonly isShared?: boolean
}

/** The plain columns that are shown by default; all others have to be chosen. */
const usualPlain: readonly string[] = ['dueDate', 'healthStatus', 'weight']
const plainIcons: Readonly<Record<string, ReactNode>> = { weight: <WeightIcon size={12} /> }

const plainWidths = { day: 6.75, choice: 8, count: 2.25 } as const

/** A column that is shown once it is chosen. @param word  in the address, and that of its order */
const further = (key: ColumnKey, label: string, word: Order, width: number): Column<ColumnKey, Order> => ({
  ...{ key, label, word, width },
  order: word,
  isUsual: false,
})

/** A column that is shown from the beginning, under an icon where it is narrow. */
const usual = (
  key: ColumnKey,
  label: string,
  order: Order,
  width: number,
  icon?: ReactNode,
  word: string = key,
): Column<ColumnKey, Order> => ({ key, label, word, order, width, isUsual: true, ...(icon != null && { icon }) })

/** The columns of a list of issues, in their order in a row. */
export const columns: readonly Column<ColumnKey, Order>[] = [
  usual('milestone', 'Milestone', 'milestone_due', 7.5),
  further('iteration', 'Iteration', 'iteration', 12.5),
  further('epic', 'Epic', 'epic', 9),
  ...namesIn('list').flatMap(plainColumn),
  further('estimate', 'Estimate', 'time_estimate', 5),
  further('spent', 'Time spent', 'time_spent', 5.5),
  further('author', 'Author', 'author', 3),
  further('created', 'Created', 'created_at', 6.5),
  further('updated', 'Updated', 'updated_at', 6.5),
  further('closed', 'Closed', 'closed_at', 6.5),
  usual('tasks', 'Checklist', 'tasks', 2.75, <ChecklistIcon size={14} />),
  usual('votes', 'Votes', 'popularity', 3, <ThumbsupIcon size={14} />),
  usual('comments', 'Comments', 'comments', 3, <CommentIcon size={14} />),
  usual('people', 'Assignees', 'assignee', 4.5, <PeopleIcon size={14} />, 'assignees'),
]

/** The columns that are shown by default. */
export const usualOf = <C extends Column>(columns: readonly C[]): readonly C[] =>
  columns.filter(({ isUsual }) => isUsual)

/** Incidents have no health status: where no columns are chosen, their severity stands in its place. */
export const usualColumns = usualOf(columns).map(column =>
  column.key === 'healthStatus' ? { ...column, isShared: true } : column,
)

/** The usual columns, the shared one under the name of what these rows show in it. */
export function usualColumnsOf(
  rows: readonly { readonly type: string; readonly state: string; readonly healthStatus: string | null }[],
): readonly Column<ColumnKey, Order>[] {
  if (!rows.some(({ type }) => type === 'incident')) return usualColumns
  const hasHealth = rows.some(({ state, healthStatus }) => state === 'opened' && healthStatus !== null)
  const severity = columns.find(({ key }) => key === 'severity')
  return usualColumns.map(column => {
    if (!column.isShared) return column
    return hasHealth || severity === undefined ? { ...column, label: 'Health or severity' } : severity
  })
}

function plainColumn(name: ShownIn<'list'>): readonly Column<ColumnKey, Order>[] {
  const { kind, label, filter, sort } = declarationOf(name)
  if (kind === 'flag') return []
  // Flags are left out.
  const key = name as PlainColumn
  const word = filter?.word ?? sort?.word ?? name
  const order = orders.find(each => each === sort?.word)
  return [
    {
      key,
      label,
      word,
      ...(order && { order }),
      ...(plainIcons[name] !== undefined && { icon: plainIcons[name] }),
      width: plainWidths[kind],
      isUsual: usualPlain.includes(name),
    },
  ]
}

/** The columns that an address asks for; null where it leaves them as they usually are. */
export function chosenColumns<C extends Column>(search: Search, columns: readonly C[]): readonly C[] | null {
  const words = listed(search.columns)
  return words.length === 0 ? null : columns.filter(({ word }) => words.includes(word))
}
