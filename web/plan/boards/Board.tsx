import { SyncIcon } from '@primer/octicons-react'
import { useRef, useState } from 'react'
import { useOwnChange } from '#web/api/own-change.ts'
import { usePageSearch } from '#web/api/route.tsx'
import { KeptText } from '#web/api/unsent-texts/KeptText.tsx'
import { useCall } from '#web/api/use-call.ts'
import { useViewer } from '#web/api/viewer.ts'
import { ListFilterBar } from '#web/plan/lists/filter/ListFilterBar.tsx'
import { usePeek } from '#web/plan/peek/use-peek.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { useHoverOrFocus } from '#web/ui/actions/held.ts'
import { nowOf } from '#web/ui/forms/draft.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { setChoice, useReader } from '#web/ui/reader.ts'
import { counted } from '#web/ui/text/counted.ts'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import styles from './Board.module.css'
import { boardReadings, updateList } from './calls.ts'
import { Card } from './cards/Card.tsx'
import type { CardsProps } from './cards/Cards.tsx'
import { useCardDrag } from './cards/use-card-drag.ts'
import { useCardMoves } from './cards/use-card-moves.ts'
import { useLostTitles } from './cards/use-lost-titles.ts'
import { useMovedFocus } from './cards/use-moved-focus.ts'
import { DisplayMenu } from './DisplayMenu.tsx'
import { GroupMenu } from './lanes/GroupMenu.tsx'
import { Lanes, useCollapsedLanes } from './lanes/Lanes.tsx'
import { lanesOf, useKeptLanes } from './lanes/lanes.ts'
import { BoardList } from './lists/BoardList.tsx'
import { boardMessages } from './messages.ts'
import type { BoardData, BoardListData, BoardPageData } from './shapes.ts'
import { useBoardKeys } from './use-board-keys.ts'

const LimitsDialog = onDemand(() => import('./lists/LimitsDialog.tsx').then(module => module.LimitsDialog))

interface BoardProps {
  /** The reader has asked for other cards, which are on their way. */
  readonly isExpected: boolean
  readonly page: BoardPageData
  readonly board: BoardData
  readonly onSize: CardsProps['onSize']
  readonly onMoreLanes: () => void
}

/** The lists side by side, with their cards. */
export function Board({ page, board: read, isExpected, onSize, onMoreLanes }: BoardProps) {
  const { namespace } = page
  const board = { ...read, lanes: useKeptLanes(JSON.stringify({ ...usePageSearch(), peek: '' }), read.lanes) }
  const { user } = useViewer()
  const { open: onOpen } = usePeek()
  const filterInput = useRef<HTMLInputElement>(null)
  const lists = useRef<HTMLDivElement>(null)
  const attention = useHoverOrFocus()
  const isOwnChange = useOwnChange()
  const [isDragging, setDragging] = useState(false)
  const isHeld = isDragging || (attention.isActive && !isOwnChange && !isExpected)
  const moves = useCardMoves(board, isHeld, useMovedFocus(lists))
  const { arrived, isBehind, showAll } = moves.steady
  const cardDrag = useCardDrag(lists, moves.move, setDragging)
  const lost = useLostTitles(namespace.id, board.id, board.lists)
  const [collapsedLanes, onCollapseLane] = useCollapsedLanes(board)
  const [limited, setLimited] = useState<BoardListData | null>(null)
  const [collapsed, setCollapsed] = useState<Readonly<Record<number, boolean>>>({})
  const collapse = useCall(
    (given: { readonly listId: number; readonly collapsed: boolean }): Promise<unknown> =>
      updateList(namespace, board.id, given.listId, { collapsed: given.collapsed }),
    { refreshes: boardReadings },
  )
  const shown = moves.lists.filter(
    ({ kind }) => !(kind === 'backlog' && board.hideBacklogList) && !(kind === 'closed' && board.hideClosedList),
  )
  const [isClosedShown, showClosed] = useClosedShown()
  const closedId = board.lists.find(list => list.kind === 'closed')?.id
  const isCollapsed = (listId: number, stored: boolean) =>
    listId === closedId ? !isClosedShown : (collapsed[listId] ?? stored)
  const keys = useBoardKeys({
    board: lists,
    filterInput,
    moves,
    shownIds: shown.filter(list => !isCollapsed(list.id, list.collapsed)).map(list => list.id),
    closedId: shown.find(list => list.kind === 'closed')?.id ?? null,
    lanes: lanesOf(board).filter(lane => !collapsedLanes.has(lane)),
    canCreate: page.permissions.canCreateIssue,
  })
  const { drag } = cardDrag
  const shared = { page, board, lists: shown, moves, drag, onPress: cardDrag.onPointerDown, onSize, onOpen }
  function onCollapseList(listId: number, isNow: boolean) {
    if (listId === closedId) return showClosed(!isNow)
    setCollapsed(now => ({ ...now, [listId]: isNow }))
    if (user !== null) collapse.mutate({ listId, collapsed: isNow })
  }
  return (
    <>
      <div className={styles.filter}>
        <ListFilterBar namespace={namespace} inputRef={filterInput} />
        <GroupMenu namespace={namespace} board={board} />
        <DisplayMenu />
      </div>
      {lost.map(place => (
        <div key={place} className={styles.lost}>
          <KeptText place={place} label={boardMessages.unsentTitle} />
        </div>
      ))}
      <div className={styles.area} {...attention.props}>
        <div role="status" className={styles.news}>
          {isBehind && (
            <Button
              size="s"
              icon={<SyncIcon />}
              onClick={() => {
                attention.clearFocus()
                showAll()
              }}
            >
              {arrived === 0 ? 'Update board' : counted(arrived, 'new issue')}
            </Button>
          )}
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the cards' links */}
        <div
          ref={lists}
          className={styles.lists}
          data-lanes={board.lanes !== null || undefined}
          data-dragging={drag !== null || undefined}
          onKeyDown={keys.onKeyDown}
        >
          {board.lanes === null ? (
            shown.map(list => (
              <BoardList
                key={list.id}
                {...shared}
                list={list}
                isCollapsed={isCollapsed(list.id, list.collapsed)}
                onCollapse={isNow => onCollapseList(list.id, isNow)}
                onLimit={setLimited}
              />
            ))
          ) : (
            <Lanes
              {...shared}
              isListCollapsed={isCollapsed}
              onCollapseList={onCollapseList}
              collapsedLanes={collapsedLanes}
              onCollapseLane={onCollapseLane}
              onMoreLanes={onMoreLanes}
              onLimit={setLimited}
            />
          )}
        </div>
      </div>
      {drag !== null && (
        <div ref={cardDrag.ghost} className={styles.ghost} style={{ width: drag.widthPx }} aria-hidden="true">
          <Card card={drag.card} list={null} isGhost />
        </div>
      )}
      {limited !== null && (
        <LimitsDialog
          namespace={namespace}
          boardId={board.id}
          list={nowOf(board.lists, limited)}
          onClose={() => setLimited(null)}
        />
      )}
      <VisuallyHidden>
        <span role="status">{moves.said}</span>
      </VisuallyHidden>
    </>
  )
}

/**
 * Whether the list of closed issues is expanded: stored in this browser, for all boards. Most people plan with the open
 * ones.
 */
function useClosedShown(): readonly [boolean, (isShown: boolean) => void] {
  const { choices } = useReader()
  return [choices.includes(closedShown), isShown => setChoice(closedShown, isShown)]
}

const closedShown = 'boards-with-closed'
