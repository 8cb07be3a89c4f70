import type { Changes, ListChange } from '#server/plan/issuables/define-attribute.ts'
import type { ListRow } from './find.ts'

/** The values of an issue's attributes that hold one value each. */
interface HeldTimeboxes {
  readonly milestoneId: number | null
  readonly iterationId: number | null
}

type Subject = 'labelId' | 'assigneeId' | 'milestoneId' | 'iterationId'

const idsOf = (lists: readonly ListRow[], subject: Subject): readonly number[] =>
  lists.flatMap(list => list[subject] ?? [])

/**
 * The changes of an open issue that moves between lists of a board: it gets the label, assignee, milestone or iteration of the new list and
 * loses that of the former one. In the list of open issues it loses those of all lists.
 *
 * @param from  the lists that it leaves
 * @param lists  all of the board
 */
export function changesFor(
  held: HeldTimeboxes,
  from: readonly ListRow[],
  to: ListRow,
  lists: readonly ListRow[],
): Changes {
  const left = (to.kind === 'backlog' ? lists : from).filter(list => list.id !== to.id)
  const labels = listChange(to.labelId, idsOf(left, 'labelId'))
  const assignees = listChange(to.assigneeId, idsOf(left, 'assigneeId'))
  const milestone = oneOf(to.milestoneId, held.milestoneId, idsOf(left, 'milestoneId'))
  const iteration = oneOf(to.iterationId, held.iterationId, idsOf(left, 'iterationId'))
  return {
    ...(labels === null ? {} : { labels }),
    ...(assignees === null ? {} : { assignees }),
    ...(milestone === undefined ? {} : { milestone }),
    ...(iteration === undefined ? {} : { iteration }),
  }
}

function listChange(come: number | null, gone: readonly number[]): ListChange | null {
  if (come === null && gone.length === 0) return null
  return { add: come === null ? [] : [come], remove: gone }
}

function oneOf(come: number | null, held: number | null, gone: readonly number[]): number | null | undefined {
  if (come !== null) return come
  return held !== null && gone.includes(held) ? null : undefined
}
