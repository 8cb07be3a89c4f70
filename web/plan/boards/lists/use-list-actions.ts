import { useCall } from '#web/api/use-call.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { boardReadings, createList, deleteList, updateList } from '../calls.ts'
import { listTitle } from '../messages.ts'
import type { BoardData, BoardListData, BoardPageData } from '../shapes.ts'

/** Move a list among those that people added, or remove it, which can be undone. */
export function useListActions(
  namespace: BoardPageData['namespace'],
  board: BoardData,
  list: BoardListData,
  lists: readonly BoardListData[],
) {
  const options = { refreshes: boardReadings, saysErrors: true } as const
  const added = lists.filter(({ kind }) => kind !== 'backlog' && kind !== 'closed')
  const at = added.findIndex(each => each.id === list.id)
  const move = useCall(
    (position: number): Promise<unknown> => updateList(namespace, board.id, list.id, { position }),
    options,
  )
  const restore = useCall(async (): Promise<void> => {
    const { label, assignee, milestone, iteration, maxIssueCount, maxIssueWeight } = list
    const { id } = await createList(namespace, board.id, {
      ...(label && { labelId: label.id }),
      ...(assignee && { assigneeId: assignee.id }),
      ...(milestone && { milestoneId: milestone.id }),
      ...(iteration && { iterationId: iteration.id }),
    })
    await updateList(namespace, board.id, id, { position: at, maxIssueCount, maxIssueWeight })
  }, options)
  const remove = useCall((): Promise<unknown> => deleteList(namespace, board.id, list.id), {
    ...options,
    onSuccess: () => showToast(`List ${listTitle(list)} removed`, { undo: () => restore.mutate(undefined) }),
  })
  return {
    canMove: (by: 1 | -1) => added[at + by] !== undefined,
    move: (by: 1 | -1) => move.mutate(at + by),
    remove: () => remove.mutate(undefined),
  }
}
