import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { feedTitles } from '#contract/feeds/page-titles.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { call } from '#web/api/client.ts'
import { ownChangesPage } from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
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
  const { data, isError, refetch } = useReading(ownChangesPage, {})
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
          <OwnChangeList first={data} />
        )}
      </div>
    </Page>
  )
}

function OwnChangeList({ first }: { readonly first: OwnChanges }) {
  const [started, setStarted] = useState<StartedChange | null>(null)
  const more = useInfiniteQuery({
    queryKey: [ownChangesPage.name, 'more', first.next],
    queryFn: ({ pageParam }) => call(ownChangesPage, { cursor: pageParam }),
    initialPageParam: first.next ?? '',
    getNextPageParam: (page: OwnChanges) => page.next,
    enabled: false,
  })
  const pages = [first, ...(more.data?.pages ?? [])]
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
          <Button
            busy={more.isFetching}
            onClick={() => void (more.data === undefined ? more.refetch() : more.fetchNextPage())}
          >
            Load more
          </Button>
          {more.isError && <Banner tone="danger">{messages.moreChanges}</Banner>}
        </div>
      )}
      {started !== null && (
        <ChangeProgress
          key={started.set.id}
          {...started}
          list={ownChangesPage.name}
          onUndo={setStarted}
          onRead={() => {}}
          onEnd={() => setStarted(known => (known === started ? null : known))}
        />
      )}
    </>
  )
}
