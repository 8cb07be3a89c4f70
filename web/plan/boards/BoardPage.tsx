import { useState } from 'react'
import { groupIssuesTopic, issuesTopic } from '#contract/live-topics.ts'
import { lanesPerBoard } from '#contract/plan/boards/board-cards.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { getGroupBoardPage, getProjectBoardPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch } from '#web/api/route.tsx'
import { Peek } from '#web/plan/peek/Peek.tsx'
import { baseOf, planTopics } from '#web/plan/place.ts'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import styles from './Board.module.css'
import { Board } from './Board.tsx'
import { BoardHeader } from './BoardHeader.tsx'
import { boardInput } from './board-input.ts'
import { moreLanes } from './lanes/lanes.ts'
import { NoBoards } from './NoBoards.tsx'
import type { BoardPageData } from './shapes.ts'

export function BoardPage() {
  const [amounts, setAmounts] = useState<Amounts>(usual)
  const { data, isPlaceholderData } = useReading(getProjectBoardPage, useBoardInput(amounts), {
    keepPrevious: true,
    topics: page => [...planTopics(page.namespace), issuesTopic(page.namespace.id)],
  })
  return <Shown page={data} isExpected={isPlaceholderData} onAmounts={setAmounts} />
}

export function GroupBoardPage() {
  const [amounts, setAmounts] = useState<Amounts>(usual)
  const { data, isPlaceholderData } = useReading(getGroupBoardPage, useBoardInput(amounts), {
    keepPrevious: true,
    topics: page => [...planTopics(page.namespace), groupIssuesTopic(page.namespace.id)],
  })
  return <Shown page={data} isExpected={isPlaceholderData} onAmounts={setAmounts} />
}

/** The amounts of a board that are shown, if they are not the usual ones. */
interface Amounts {
  /** Cards of lists and their parts in lanes, by `sizeName`. */
  readonly sizes: Readonly<Record<string, number>>
  /** Lanes. */
  readonly lanes: number | null
}

const usual: Amounts = { sizes: {}, lanes: null }

function useBoardInput({ sizes, lanes }: Amounts) {
  const words = Object.entries(sizes).map(([name, size]) => `${name}:${size}`)
  const input = boardInput(usePageParams(), usePageSearch())
  return {
    ...input,
    ...(lanes !== null && { lanes }),
    ...(words.length > 0 && { sizes: words.join(',') }),
  }
}

interface ShownBoardProps {
  readonly page: BoardPageData | undefined
  readonly isExpected: boolean
  readonly onAmounts: (change: (amounts: Amounts) => Amounts) => void
}

function Shown({ page, isExpected, onAmounts }: ShownBoardProps) {
  if (page === undefined) return <PlaceListSkeleton title="Boards" />
  return (
    <>
      <div className={styles.page}>
        <Here page={page} />
        <BoardHeader page={page} />
        {page.board === null ? (
          <NoBoards page={page} />
        ) : (
          <Board
            key={page.board.id}
            page={page}
            board={page.board}
            isExpected={isExpected}
            onSize={(name, size) => onAmounts(now => ({ ...now, sizes: { ...now.sizes, [name]: size } }))}
            onMoreLanes={() => onAmounts(now => ({ ...now, lanes: moreLanes(now.lanes ?? lanesPerBoard.first) }))}
          />
        )}
      </div>
      <Peek of="issue" />
    </>
  )
}

function Here({ page: { namespace, board } }: { readonly page: BoardPageData }) {
  const path = `${baseOf(namespace)}/boards`
  usePlace({
    title: planTitles.board(board?.name ?? null),
    namespace: shownNamespace(namespace),
    active: 'boards',
    crumbs: [
      { label: 'Boards', href: path },
      ...(board === null ? [] : [{ label: board.name, href: `${path}/${board.id}` }]),
    ],
  })
  return null
}
