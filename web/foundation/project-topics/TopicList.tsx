import type { ReactNode } from 'react'
import { topicsChanged } from '#contract/live-topics.ts'
import { listTopics } from '#web/api/operations.gen.ts'
import { useOwnChange } from '#web/api/own-change.ts'
import { useReading } from '#web/api/query.ts'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { SteadyArea, useSteadyList } from '#web/ui/layout/SteadyArea.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { useHasNext } from '../places/has-next.ts'
import { Pages } from '../places/Pages.tsx'
import { usePageNumber } from '../places/search-box.ts'
import { type Topic, TopicRow } from './TopicRow.tsx'

interface TopicListProps {
  readonly of: ListedTopics
  /** Rows that are drawn while the topics are on their way. */
  readonly skeletonRows: number
  /** Shown where there are no topics at all. */
  readonly empty: string
  readonly actions?: (topic: Topic) => ReactNode
}

const noTopics: readonly Topic[] = []

export type ListedTopics = ReturnType<typeof useTopics>

/**
 * The topics that a search finds, a page at a time.
 *
 * @param search  as it is asked for; undefined when there is none
 */
export function useTopics(search: string | undefined) {
  const page = usePageNumber()
  const input = { ...(search === undefined ? {} : { search }), ...(page === undefined ? {} : { page }) }
  const reading = useReading(listTopics, input, { keepPrevious: true, topics: () => [topicsChanged] })
  const hasNext = useHasNext(listTopics, input, reading.data)
  const listed = JSON.stringify([input, reading.isPlaceholderData, reading.isPending])
  const steady = useSteadyList(listed, reading.data ?? noTopics, topic => topic.id, useOwnChange())
  return { search, topics: reading.data, steady, hasNext }
}

export function TopicList({ of: { search, topics, steady, hasNext }, skeletonRows, empty, actions }: TopicListProps) {
  return (
    <>
      <SteadyArea of={steady} noun="topic">
        {topics === undefined ? (
          <Skeleton rows={skeletonRows} shape="row" />
        ) : steady.rows.length === 0 ? (
          <EmptyState
            illustration={<Illustration of={search === undefined ? 'nothing-yet' : 'nothing-found'} />}
            title={search === undefined ? 'No topics yet' : 'No topics found'}
          >
            {search === undefined ? empty : 'Try different or fewer words.'}
          </EmptyState>
        ) : (
          <List aria-label="Topics">
            {steady.rows.map(topic => (
              <TopicRow key={topic.id} topic={topic} actions={actions?.(topic)} />
            ))}
          </List>
        )}
      </SteadyArea>
      <Pages label="Topics pagination" hasNext={hasNext} />
    </>
  )
}
