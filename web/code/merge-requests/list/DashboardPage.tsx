import { useRef } from 'react'
import { planTitles } from '#contract/plan/page-titles.ts'
import { getMergeRequestsDashboard } from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageSearch } from '#web/api/route.tsx'
import { addressOf } from '#web/api/router/search.ts'
import { useViewer } from '#web/api/viewer.ts'
import { usedBy } from '#web/plan/lists/columns/used.ts'
import { useRowKeys } from '#web/plan/lists/use-row-keys.ts'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Pagination } from '#web/ui/layout/Pagination.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { usualColumns } from './columns.tsx'
import styles from './DashboardPage.module.css'
import { dashboardTopics } from './dashboard-topics.ts'
import { dashboardInput } from './list-address.ts'
import { MergeRequestRow } from './MergeRequestRow.tsx'
import { MergeRequestsSkeleton } from './MergeRequestsSkeleton.tsx'
import { messages } from './messages.ts'
import type { DashboardData, DashboardInput } from './shapes.ts'

const path = '/dashboard/merge_requests'

/** The open merge requests that the person who is signed in has to do with. */
export function DashboardPage() {
  const input = dashboardInput(usePageSearch())
  const { user } = useViewer()
  usePlace({ title: planTitles.mergeRequests, namespace: null, active: null, crumbs: [] })
  const { data, isError, refetch } = useReading(getMergeRequestsDashboard, input, {
    keepPrevious: true,
    topics: dashboardTopics(user),
  })
  if (isError && data === undefined)
    return (
      <Page>
        <PageHeader title={planTitles.mergeRequests} />
        <RetryBanner onRetry={refetch}>{messages.fetch}</RetryBanner>
      </Page>
    )
  return data === undefined ? <MergeRequestsSkeleton /> : <Shown input={input} data={data} />
}

type ListName = NonNullable<DashboardInput['list']>

const names: Readonly<Record<ListName, string>> = {
  turn: 'Your turn',
  reviews: 'Review requests',
  assigned: 'Assigned',
  authored: 'Created by you',
}

const empty: Readonly<Record<ListName, { readonly title: string; readonly text: string }>> = {
  turn: { title: 'You are all caught up', text: 'Merge requests appear here when it is your turn to act.' },
  reviews: { title: 'No review requests', text: 'Merge requests waiting for your review appear here.' },
  assigned: { title: 'No assigned merge requests', text: 'Open merge requests that are assigned to you appear here.' },
  authored: {
    title: 'No open merge requests',
    text: 'Merge requests that you create appear here until they are merged.',
  },
}

function Shown({ input, data }: { readonly input: DashboardInput; readonly data: DashboardData }) {
  const { list = 'turn', page = 1 } = input
  const ref = useRef<HTMLUListElement>(null)
  const filterInput = useRef<HTMLInputElement>(null)
  useRowKeys({ noun: 'merge request', list: ref, filterInput })
  const href = (words: { readonly list?: ListName; readonly page?: number }) =>
    addressOf(path, {
      ...(words.list === undefined || words.list === 'turn' ? {} : { list: words.list }),
      ...((words.page ?? 1) > 1 ? { page: String(words.page) } : {}),
    })
  const tab = (key: ListName) => ({
    key,
    label: names[key],
    count: data.counts[key],
    countIsAtLeast: data.counts[key] >= data.countedUpTo,
    href: href({ list: key }),
  })
  const columns = usedBy(usualColumns, data.mergeRequests)
  return (
    <Page>
      <PageHeader title={planTitles.mergeRequests} />
      <LinkTabs
        label="Your merge requests"
        active={list}
        tabs={[tab('turn'), tab('reviews'), tab('assigned'), tab('authored')]}
      />
      <div className={styles.body}>
        {data.mergeRequests.length > 0 ? (
          <List ref={ref} aria-label={names[list]} density="regular">
            {data.mergeRequests.map(row => (
              <MergeRequestRow key={row.id} row={row} isNew={false} selection={null} columns={columns} />
            ))}
          </List>
        ) : (
          <EmptyState illustration={<Illustration of="all-done" />} title={empty[list].title}>
            {empty[list].text}
          </EmptyState>
        )}
      </div>
      <Pagination
        label="Merge requests pagination"
        previous={page > 1 ? href({ list, page: page - 1 }) : null}
        next={data.hasNext ? href({ list, page: page + 1 }) : null}
      />
    </Page>
  )
}
