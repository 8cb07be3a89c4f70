import { feedTitles } from '#contract/feeds/page-titles.ts'
import { groupIssuesTopic, groupTopic, repositoryTopic, userTopic } from '#contract/live-topics.ts'
import { call } from '#web/api/client.ts'
import { dashboardActivityPage, groupActivityPage, projectActivityPage } from '#web/api/operations.gen.ts'
import { type PlaceNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import styles from './ActivityList.module.css'
import { ActivityList } from './ActivityList.tsx'
import { ActivitySkeleton } from './ActivitySkeleton.tsx'
import { activityInput } from './activity-address.ts'
import { kindTabs, ownChangesTab } from './kind-tabs.ts'
import { placeTopics, shownTopics } from './live-topics.ts'
import type { ActivityPage } from './merged.ts'
import { messages } from './messages.ts'

/** The activity of a project. */
export function ProjectActivityPage() {
  const { namespace = '' } = usePageParams()
  const input = { namespace, ...activityInput(usePageSearch()) }
  const reading = useReading(projectActivityPage, input, {
    keepPrevious: true,
    topics: page => [...placeTopics(page.namespace), repositoryTopic(page.namespace.id)],
  })
  const place = reading.data?.namespace ?? null
  useActivityPlace(place, `/${namespace}/-/activity`)
  return (
    <Frame
      path={`/${namespace}/-/activity`}
      input={input}
      reading={reading}
      within={place?.id}
      read={cursor => call(projectActivityPage, { ...input, cursor })}
    />
  )
}

/** The activity of a group and everything in it. */
export function GroupActivityPage() {
  const { namespace = '' } = usePageParams()
  const input = { namespace, ...activityInput(usePageSearch()) }
  const reading = useReading(groupActivityPage, input, {
    keepPrevious: true,
    topics: page => [groupTopic(page.namespace.id), groupIssuesTopic(page.namespace.id), ...shownTopics(page)],
  })
  const path = `/groups/${namespace}/-/activity`
  useActivityPlace(reading.data?.namespace ?? null, path)
  return (
    <Frame path={path} input={input} reading={reading} read={cursor => call(groupActivityPage, { ...input, cursor })} />
  )
}

/** The activity of the projects that the viewer is a member of. */
export function DashboardActivityPage() {
  const input = activityInput(usePageSearch())
  const { user } = useViewer()
  const reading = useReading(dashboardActivityPage, input, {
    keepPrevious: true,
    topics: page => [...(user === null ? [] : [userTopic(user.id)]), ...shownTopics(page)],
  })
  useActivityPlace(null, '/dashboard/activity')
  return (
    <Frame
      path="/dashboard/activity"
      more={[ownChangesTab]}
      input={input}
      reading={reading}
      read={cursor => call(dashboardActivityPage, { ...input, cursor })}
    />
  )
}

function useActivityPlace(namespace: PlaceNamespace | null, href: string): void {
  usePlace({ title: feedTitles.activity, namespace, active: 'activity', crumbs: [{ label: 'Activity', href }] })
}

interface FrameProps {
  readonly path: string
  readonly input: ReturnType<typeof activityInput>
  readonly reading: {
    readonly data: ActivityPage | undefined
    readonly isPlaceholderData: boolean
    readonly isError: boolean
    readonly refetch: () => unknown
  }
  /** Tabs after those of the kinds. */
  readonly more?: readonly { readonly key: string; readonly label: string; readonly href: string }[]
  readonly within?: number | undefined
  readonly read: (cursor: string) => Promise<ActivityPage>
}

function Frame({ path, input, reading, more = [], within, read }: FrameProps) {
  const { data, isPlaceholderData, isError, refetch } = reading
  if (data === undefined && !isError) return <ActivitySkeleton />
  return (
    <Page>
      <PageHeader title="Activity" />
      <LinkTabs label="Activity by kind" active={input.kind ?? 'all'} tabs={[...kindTabs(path), ...more]} />
      <div className={styles.body} aria-busy={isPlaceholderData}>
        {data === undefined ? (
          <RetryBanner onRetry={refetch}>{messages.fetch}</RetryBanner>
        ) : (
          <ActivityList
            listed={JSON.stringify([input, isPlaceholderData])}
            first={data}
            read={read}
            {...(within === undefined ? {} : { within })}
            empty={<Nothing isFiltered={input.kind !== undefined} />}
          />
        )}
      </div>
    </Page>
  )
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState illustration={<Illustration of="nothing-found" />} title="No matching activity" />
  ) : (
    <EmptyState illustration={<Illustration of="nothing-yet" />} title="No activity yet">
      Issues, comments and pushes appear here.
    </EmptyState>
  )
}
