import type { PlaceInOrder } from '#web/plan/issuable/rows/use-drag-order.ts'
import type { EpicChildData } from '../shapes.ts'
import type { TreePlace } from './tree-moves.ts'

/** A row of the tree with the list that it is in. */
export interface TreeItem {
  readonly item: EpicChildData
  readonly place: TreePlace
  readonly isOpen: boolean
}

/** The place of a dragged row: in an epic, or at an edge of a row. */
export interface TreeDrop {
  readonly id: number
  readonly edge: NonNullable<PlaceInOrder['edge']>
}

/** The share of an epic's row at its top, and at its bottom, that is a place beside it. */
const edgeShare = 0.28

/**
 * The place of a row that is dropped on another one.
 *
 * @param at  0 at the top of the other row, 1 at its bottom
 * @returns null where it cannot be dropped, or stands already
 */
export function dropOn(dragged: TreeItem, over: TreeItem, at: number): TreeDrop | null {
  const edge = edgeOf(dragged, over, at)
  return edge === null || (edge !== 'into' && stepsTo(dragged, over, edge) === 0) ? null : { id: over.item.id, edge }
}

function edgeOf(dragged: TreeItem, over: TreeItem, at: number): TreeDrop['edge'] | null {
  const isSameKind = over.item.kind === dragged.item.kind
  const takesIn = over.item.kind === 'epic' && over.item.id !== dragged.place.parentId
  if (!takesIn) return isSameKind ? (at < 0.5 ? 'above' : 'below') : null
  if (!isSameKind) return 'into'
  if (at < edgeShare) return 'above'
  // Below an open epic stands what is in it.
  return at > 1 - edgeShare && !over.isOpen ? 'below' : 'into'
}

/** The number of places by which the dragged row moves in its own list; null in another list. */
export function stepsTo(dragged: TreeItem, over: TreeItem, edge: 'above' | 'below'): number | null {
  if (over.place.parentId !== dragged.place.parentId) return null
  const indexOf = (id: number) => dragged.place.siblings.findIndex(each => each.id === id)
  const [from, beside] = [indexOf(dragged.item.id), indexOf(over.item.id)]
  const to = edge === 'above' ? beside : beside + 1
  return to > from ? to - 1 - from : to - from
}
