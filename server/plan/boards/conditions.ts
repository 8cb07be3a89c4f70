import { type RawBuilder, sql } from 'kysely'
import type { BoardRow, ListRow } from './find.ts'

type Condition = RawBuilder<unknown>

const hasLabel = (id: number): Condition =>
  sql`exists (select 1 from issuable_labels sl where sl.issuable_id = i.id and sl.label_id = ${id})`
const isAssignedTo = (id: number): Condition =>
  sql`exists (select 1 from issuable_assignees sa where sa.issuable_id = i.id and sa.user_id = ${id})`

/** The scope of a board, as conditions on `issuables i`. */
export const scopeConditions = (board: BoardRow): readonly Condition[] => [
  ...board.labelIds.map(hasLabel),
  ...(board.assigneeId === null ? [] : [isAssignedTo(board.assigneeId)]),
  ...(board.milestoneId === null ? [] : [sql`i.milestone_id = ${board.milestoneId}`]),
  ...(board.iterationId === null ? [] : [sql`i.iteration_id = ${board.iterationId}`]),
  ...(board.weight === null ? [] : [sql`i.weight = ${board.weight}`]),
]

/** The issues of a list among those of its state, as conditions on `issuables i`. @param lists  all of the board */
export function listConditions(list: ListRow, lists: readonly ListRow[]): readonly Condition[] {
  switch (list.kind) {
    case 'closed':
      return []
    case 'backlog':
      return backlogConditions(lists)
    default:
      return [
        ...(list.labelId === null ? [] : [hasLabel(list.labelId)]),
        ...(list.assigneeId === null ? [] : [isAssignedTo(list.assigneeId)]),
        ...(list.milestoneId === null ? [] : [sql`i.milestone_id = ${list.milestoneId}`]),
        ...(list.iterationId === null ? [] : [sql`i.iteration_id = ${list.iterationId}`]),
      ]
  }
}

/** Open issues that are in none of the lists that people added, as conditions on `issuables i`. */
export function backlogConditions(lists: readonly ListRow[]): readonly Condition[] {
  const idsOf = (name: 'labelId' | 'assigneeId' | 'milestoneId' | 'iterationId') => {
    const ids = lists.flatMap(list => list[name] ?? [])
    return ids.length === 0 ? null : sql`(${ids}::bigint[])`
  }
  const [labels, people, milestones, iterations] = [
    idsOf('labelId'),
    idsOf('assigneeId'),
    idsOf('milestoneId'),
    idsOf('iterationId'),
  ]
  return [
    ...(labels === null
      ? []
      : [sql`not exists (select 1 from issuable_labels b where b.issuable_id = i.id and b.label_id = any ${labels})`]),
    ...(people === null
      ? []
      : [
          sql`not exists (select 1 from issuable_assignees b where b.issuable_id = i.id and b.user_id = any ${people})`,
        ]),
    ...(milestones === null ? [] : [sql`(i.milestone_id = any ${milestones}) is not true`]),
    ...(iterations === null ? [] : [sql`(i.iteration_id = any ${iterations}) is not true`]),
  ]
}

export const stateOf = ({ kind }: Pick<ListRow, 'kind'>): 'opened' | 'closed' =>
  kind === 'closed' ? 'closed' : 'opened'
