import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { topicsChanged } from '#contract/live-topics.ts'
import { listTopics } from '#web/api/operations.gen.ts'
import { useOwnChange } from '#web/api/own-change.ts'
import { usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { SteadyArea, useSteadyList } from '#web/ui/layout/SteadyArea.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { exploreDetail, exploreTabs } from '../places/explore-tabs.ts'
import { useHasNext } from '../places/has-next.ts'
import { Pages } from '../places/Pages.tsx'
import { usePageNumber, useSearchBox } from '../places/search-box.ts'
import { type Topic, TopicRow } from './TopicRow.tsx'
import styles from './TopicsPage.module.css'

const noTopics: readonly Topic[] = []

/** The topics that the viewer can see. */
export function TopicsPage() {
  usePlace({
    title: foundationTitles.topics,
    namespace: null,
    active: null,
    crumbs: [{ label: 'Explore', href: '/explore' }],
  })
  const box = useSearchBox()
  const page = usePageNumber()
  const input = {
    ...(box.asked === undefined ? {} : { search: box.asked }),
    ...(page === undefined ? {} : { page }),
  }
  const reading = useReading(listTopics, input, { keepPrevious: true, topics: () => [topicsChanged] })
  const hasNext = useHasNext(listTopics, input, reading.data)
  const listed = JSON.stringify([input, reading.isPlaceholderData, reading.isPending])
  const steady = useSteadyList(listed, reading.data ?? noTopics, topic => topic.id, useOwnChange())
  const topics = steady.rows
  return (
    <Page>
      <PageHeader title="Explore" detail={exploreDetail} />
      <LinkTabs
        label="Explore"
        active="topics"
        tabs={exploreTabs}
        aside={<SearchInput label="Search topics" size="s" value={box.text} onValue={box.setText} />}
      />
      <div className={styles.panel}>
        <SteadyArea of={steady} noun="topic">
          {reading.data === undefined ? (
            <Skeleton rows={8} shape="row" />
          ) : topics.length === 0 ? (
            <EmptyState
              illustration={<Illustration of={box.asked === undefined ? 'nothing-yet' : 'nothing-found'} />}
              title={box.asked === undefined ? 'No topics yet' : 'No topics found'}
            >
              {box.asked === undefined
                ? 'Topics are added in the settings of a project.'
                : 'Try other words, or fewer.'}
            </EmptyState>
          ) : (
            <List aria-label="Topics">
              {topics.map(topic => (
                <TopicRow key={topic.id} topic={topic} />
              ))}
            </List>
          )}
        </SteadyArea>
        <Pages label="Topics, pages" hasNext={hasNext} />
      </div>
    </Page>
  )
}
