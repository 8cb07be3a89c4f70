import { useState } from 'react'
import { groupIssuesTopic, issuesTopic } from '#contract/live-topics.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { getGroupBoardPage, getProjectBoardPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch } from '#web/api/route.tsx'
import { PlaceListSkeleton } from '#web/plan/PlaceListSkeleton.tsx'
import { baseOf, planTopics } from '#web/plan/place.ts'
import styles from './Board.module.css'
import { Board } from './Board.tsx'
import { BoardHeader } from './BoardHeader.tsx'
import { boardInput } from './board-input.ts'
import { NoBoards } from './NoBoards.tsx'
import type { BoardPageData } from './shapes.ts'

export function BoardPage() {
  const [sizes, setSizes] = useState<Sizes>({})
  const { data } = useReading(getProjectBoardPage, useBoardInput(sizes), {
    keepPrevious: true,
    topics: page => [...planTopics(page.namespace), issuesTopic(page.namespace.id)],
  })
  return <Shown page={data} onSizes={setSizes} />
}

export function GroupBoardPage() {
  const [sizes, setSizes] = useState<Sizes>({})
  const { data } = useReading(getGroupBoardPage, useBoardInput(sizes), {
    keepPrevious: true,
    topics: page => [...planTopics(page.namespace), groupIssuesTopic(page.namespace.id)],
  })
  return <Shown page={data} onSizes={setSizes} />
}

/** How many cards lists show, by their ids. */
export type Sizes = Readonly<Record<number, number>>

function useBoardInput(sizes: Sizes) {
  const words = Object.entries(sizes).map(([id, size]) => `${id}:${size}`)
  const input = boardInput(usePageParams(), usePageSearch())
  return words.length === 0 ? input : { ...input, sizes: words.join(',') }
}

interface ShownProps {
  readonly page: BoardPageData | undefined
  readonly onSizes: (change: (sizes: Sizes) => Sizes) => void
}

function Shown({ page, onSizes }: ShownProps) {
  if (page === undefined) return <PlaceListSkeleton title="Boards" />
  return (
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
          onSize={(listId, size) => onSizes(sizes => ({ ...sizes, [listId]: size }))}
        />
      )}
    </div>
  )
}

function Here({ page: { namespace, board } }: { readonly page: BoardPageData }) {
  const path = `${baseOf(namespace)}/boards`
  usePlace({
    title: planTitles.boards,
    namespace: shownNamespace(namespace),
    active: 'boards',
    crumbs: [
      { label: 'Boards', href: path },
      ...(board === null ? [] : [{ label: board.name, href: `${path}/${board.id}` }]),
    ],
  })
  return null
}
