import type { Carried } from '#web/api/own-writes.ts'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { reorderChild, setParent } from '#web/plan/issuable/work-items/calls.ts'
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
  readonly beside?: { readonly id: number; readonly side: 'before' | 'after' } | undefined
}

// The call after it reads the page.
const bare: Carried = { headers: {}, unpack: body => body }

/** Moves an item of the tree from one epic into another, and back by undo. A refusal is told with its reason. */
export function useTreeMove(): (item: EpicChildData, from: TreePlace, toId: number) => void {
  const { run } = useSave<Move>({
    // The row is gone by the time the page shows the move.
    onSaved: (_reply, { item, back }) => back && showToast(`Moved ${item.reference}`, { undo: () => run(back) }),
    save: async (target, { item, parentId, beside }, carried) => {
      if (beside === undefined) return setParent({ ...target, id: item.id }, parentId, carried)
      await setParent({ ...target, id: item.id }, parentId, bare)
      return reorderChild(target, { id: item.id, neighbourId: beside.id, side: beside.side }, carried)
    },
    failure: epicMessages.moveChild,
    onFailed: ({ status, message }) => showToast(status === 422 ? message : epicMessages.moveChild, { tone: 'danger' }),
  })
  return (item, { parentId, siblings }, toId) => {
    const at = siblings.findIndex(({ id }) => id === item.id)
    const [next, previous] = [siblings[at + 1], siblings[at - 1]]
    const beside = next
      ? ({ id: next.id, side: 'before' } as const)
      : previous && ({ id: previous.id, side: 'after' } as const)
    run({ item, parentId: toId, back: { item, parentId, beside } })
  }
}
