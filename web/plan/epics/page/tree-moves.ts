import { useSave } from '#web/plan/issuable/use-save.ts'
import { placeChild, setParent } from '#web/plan/issuable/work-items/calls.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { epicMessages } from '../messages.ts'
import type { EpicChildData } from '../shapes.ts'

/** A list of the tree: what is in one epic, of one kind. */
export interface TreePlace {
  readonly parentId: number
  /** The epic that holds the parent; null at the top. */
  readonly outerId: number | null
  readonly siblings: readonly EpicChildData[]
  /** The child epics of the parent. */
  readonly epics: readonly EpicChildData[]
}

interface Move {
  readonly item: EpicChildData
  readonly parentId: number
  /** The move that undoes it. */
  readonly back?: Move
  /** Next to this item; absent: where the server puts a new child item. */
  readonly beside?: Beside | undefined
}

/** A place next to another item. */
export interface Beside {
  readonly id: number
  readonly side: 'before' | 'after'
}

interface TreeMove {
  readonly move: (item: EpicChildData, from: TreePlace, toId: number, beside?: Beside) => void
  /** Offers to move an item that was reordered in its list back to where it stood. */
  readonly offerBack: (item: EpicChildData, from: TreePlace) => void
}

/** Moves an item of the tree from one epic into another, and back by undo. A refusal is told with its reason. */
export function useTreeMove(): TreeMove {
  const { run } = useSave<Move>({
    // The row is gone by the time the page shows the move.
    onSaved: (_reply, { item, back }) => back && showToast(`Moved ${item.reference}`, { undo: () => run(back) }),
    save: (target, { item, parentId, beside }, carried): Promise<unknown> =>
      beside === undefined
        ? setParent({ ...target, id: item.id }, parentId, carried)
        : placeChild({ id: item.id, neighbourId: beside.id, side: beside.side }, parentId, carried),
    failure: epicMessages.moveChild,
    onFailed: ({ status, message }) => showToast(status === 422 ? message : epicMessages.moveChild, { tone: 'danger' }),
  })
  return {
    move: (item, from, parentId, beside) => run({ item, parentId, beside, back: moveBack(item, from) }),
    offerBack: (item, from) => showToast(`Moved ${item.reference}`, { undo: () => run(moveBack(item, from)) }),
  }
}

function moveBack(item: EpicChildData, { parentId, siblings }: TreePlace): Move {
  const at = siblings.findIndex(({ id }) => id === item.id)
  const [next, previous] = [siblings[at + 1], siblings[at - 1]]
  return {
    item,
    parentId,
    beside: next ? { id: next.id, side: 'before' } : previous && { id: previous.id, side: 'after' },
  }
}
