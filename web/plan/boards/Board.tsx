import { useRef, useState } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { IssueFilterBar } from '#web/plan/issues/list/IssueFilterBar.tsx'
import { useCall } from '#web/plan/use-call.ts'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import styles from './Board.module.css'
import { BoardList } from './BoardList.tsx'
import { Card } from './Card.tsx'
import { boardReadings, updateList } from './calls.ts'
import type { BoardData, BoardPageData } from './shapes.ts'
import { useBoardKeys } from './use-board-keys.ts'
import { useCardDrag } from './use-card-drag.ts'
import { useCardMoves } from './use-card-moves.ts'

interface BoardProps {
  readonly page: BoardPageData
  readonly board: BoardData
  /** Show more cards of a list. */
  readonly onSize: (listId: number, size: number) => void
}

/** The lists side by side, with their cards. */
export function Board({ page, board, onSize }: BoardProps) {
  const { namespace } = page
  const { user } = useViewer()
  const filterInput = useRef<HTMLInputElement>(null)
  const moves = useCardMoves(board)
  const cardDrag = useCardDrag(moves.move)
  const [collapsed, setCollapsed] = useState<Readonly<Record<number, boolean>>>({})
  const collapse = useCall(
    (given: { readonly listId: number; readonly collapsed: boolean }): Promise<unknown> =>
      updateList(namespace, board.id, given.listId, { collapsed: given.collapsed }),
    { refreshes: boardReadings },
  )
  const shown = moves.lists.filter(
    ({ kind }) => !(kind === 'backlog' && board.hideBacklogList) && !(kind === 'closed' && board.hideClosedList),
  )
  const isCollapsed = (listId: number, stored: boolean) => collapsed[listId] ?? stored
  const keys = useBoardKeys({
    board: cardDrag.board,
    filterInput,
    moves,
    shownIds: shown.filter(list => !isCollapsed(list.id, list.collapsed)).map(list => list.id),
  })
  const { drag } = cardDrag
  return (
    <>
      <div className={styles.filter}>
        <IssueFilterBar namespace={namespace} inputRef={filterInput} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the cards' links */}
      <div
        ref={cardDrag.board}
        className={styles.lists}
        data-dragging={drag !== null || undefined}
        onKeyDown={keys.onKeyDown}
      >
        {shown.map(list => (
          <BoardList
            key={list.id}
            page={page}
            board={board}
            list={list}
            lists={shown}
            moves={moves}
            drag={drag}
            isCollapsed={isCollapsed(list.id, list.collapsed)}
            onCollapse={isNow => {
              setCollapsed(now => ({ ...now, [list.id]: isNow }))
              if (user !== null) collapse.mutate({ listId: list.id, collapsed: isNow })
            }}
            onPress={cardDrag.onPointerDown}
            onSize={onSize}
          />
        ))}
      </div>
      {drag !== null && (
        <div ref={cardDrag.ghost} className={styles.ghost} style={{ width: drag.widthPx }} aria-hidden="true">
          <Card card={drag.card} list={null} isGhost />
        </div>
      )}
      <VisuallyHidden>
        <span role="status">{moves.said}</span>
      </VisuallyHidden>
    </>
  )
}
