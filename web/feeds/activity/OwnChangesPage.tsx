import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { feedTitles } from '#contract/feeds/page-titles.ts'
import { ownChangesTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { call } from '#web/api/client.ts'
import { useTopics } from '#web/api/live/live.ts'
import { ownChangesPage } from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { useViewer } from '#web/api/viewer.ts'
import { ChangeProgress } from '#web/plan/change-sets/ChangeProgress.tsx'
import type { StartedChange } from '#web/plan/change-sets/undo-change.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import styles from './ActivityList.module.css'
import { ActivitySkeleton } from './ActivitySkeleton.tsx'
import { kindTabs, ownChangesTab } from './kind-tabs.ts'
import { messages } from './messages.ts'
import { OwnChangeRow } from './OwnChangeRow.tsx'

type OwnChanges = ReplyOf<typeof import('#contract/feeds/own-changes.ts').ownChangesPage>

/** The changes of the viewer that can be undone: a row for each change or bulk edit. */
export function OwnChangesPage() {
  const { user } = useViewer()
  const topics = user === null ? [] : [ownChangesTopic(user.id)]
  const { data, isError, refetch } = useReading(ownChangesPage, {}, { topics: () => topics })
  usePlace({
    title: feedTitles.ownChanges,
    namespace: null,
    active: 'activity',
    crumbs: [
      { label: feedTitles.activity, href: '/dashboard/activity' },
      { label: feedTitles.ownChanges, href: ownChangesTab.href },
    ],
  })
  if (data === undefined && !isError) return <ActivitySkeleton />
  return (
    <Page>
      <PageHeader title={feedTitles.activity} />
      <LinkTabs
        label="Activity by kind"
        active={ownChangesTab.key}
        tabs={[...kindTabs('/dashboard/activity'), ownChangesTab]}
      />
      <div className={styles.body}>
        {data === undefined ? (
          <RetryBanner onRetry={refetch}>{messages.fetchChanges}</RetryBanner>
        ) : (
          <OwnChangeList first={data} topics={topics} />
        )}
      </div>
    </Page>
  )
}

const moreKey = [ownChangesPage.name, 'more']

interface OwnChangeListProps {
  readonly first: OwnChanges
  readonly topics: readonly string[]
}

function OwnChangeList({ first, topics }: OwnChangeListProps) {
  const client = useQueryClient()
  const [started, setStarted] = useState<StartedChange | null>(null)
  // Whether there is more than the first page: then all pages are read again together, so that none overlaps another.
  const [isGrown, setGrown] = useState(false)
  const all = useInfiniteQuery({
    queryKey: moreKey,
    queryFn: ({ pageParam }) => call(ownChangesPage, pageParam === '' ? {} : { cursor: pageParam }),
    initialPageParam: '',
    getNextPageParam: (page: OwnChanges) => page.next,
    enabled: isGrown,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const refresh = useCallback(() => void client.invalidateQueries({ queryKey: moreKey }), [client])
  useTopics(isGrown ? topics : [], refresh)
  const loadMore = () => {
    if (!isGrown) client.setQueryData<InfiniteData<OwnChanges, string>>(moreKey, { pages: [first], pageParams: [''] })
    setGrown(true)
    void all.fetchNextPage()
  }
  const pages = isGrown && all.data !== undefined ? all.data.pages : [first]
  const changes = pages.flatMap(page => page.changes)
  const next = pages.at(-1)?.next ?? null
  if (changes.length === 0)
    return (
      <EmptyState illustration={<Illustration of="nothing-yet" />} title="No changes to undo">
        {messages.undoRule(first.undoableDays)}
      </EmptyState>
    )
  return (
    <>
      <p className={styles.rule}>{messages.undoRule(first.undoableDays)}</p>
      <List aria-label={feedTitles.ownChanges}>
        {changes.map(change => (
          <OwnChangeRow key={`${change.eventId}-${change.changeSetId}`} change={change} onUndo={setStarted} />
        ))}
      </List>
      {next !== null && (
        <div className={styles.more}>
          <Button busy={all.isFetchingNextPage} onClick={loadMore}>
            Load more
          </Button>
          {all.isFetchNextPageError && <Banner tone="danger">{messages.moreChanges}</Banner>}
        </div>
      )}
      {started !== null && (
        <ChangeProgress
          key={started.sets[0].id}
          {...started}
          lists={[ownChangesPage.name]}
          onUndo={setStarted}
          onRead={() => {}}
          onEnd={() => setStarted(known => (known === started ? null : known))}
        />
      )}
    </>
  )
}
