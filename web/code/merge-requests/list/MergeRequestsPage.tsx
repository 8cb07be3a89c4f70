import { groupIssuablesTopic, issuablesTopic, readMarksTopic } from '#contract/live-topics.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { getGroupMergeRequestsPage, getMergeRequestsPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { baseOf, planTopics } from '#web/plan/place.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { mergeRequestsInput } from './list-address.ts'
import { MergeRequestList } from './MergeRequestList.tsx'
import { MergeRequestsSkeleton } from './MergeRequestsSkeleton.tsx'
import type { MergeRequestsPageData } from './shapes.ts'

export function MergeRequestsPage() {
  const input = useListInput()
  const marks = useMarksTopics()
  const { data, isPlaceholderData } = useReading(getMergeRequestsPage, input, {
    keepPrevious: true,
    topics: page => [issuablesTopic('merge_request', page.namespace.id), ...planTopics(page.namespace), ...marks],
  })
  return <Shown page={data} isBehind={isPlaceholderData} />
}

export function GroupMergeRequestsPage() {
  const input = useListInput()
  const marks = useMarksTopics()
  const { data, isPlaceholderData } = useReading(getGroupMergeRequestsPage, input, {
    keepPrevious: true,
    topics: page => [groupIssuablesTopic('merge_request', page.namespace.id), ...planTopics(page.namespace), ...marks],
  })
  return <Shown page={data} isBehind={isPlaceholderData} />
}

/** Comments that the viewer has read elsewhere are no longer new here. */
function useMarksTopics(): readonly string[] {
  const { user } = useViewer()
  return user === null ? [] : [readMarksTopic(user.id)]
}

function useListInput() {
  const { namespace = '' } = usePageParams()
  return mergeRequestsInput(namespace, usePageSearch())
}

interface ShownMergeRequestsProps {
  readonly page: MergeRequestsPageData | undefined
  readonly isBehind: boolean
}

function Shown({ page, isBehind }: ShownMergeRequestsProps) {
  if (page === undefined) return <MergeRequestsSkeleton />
  return (
    <Page>
      <Here page={page} />
      <MergeRequestList page={page} isBehind={isBehind} />
    </Page>
  )
}

function Here({ page }: { readonly page: MergeRequestsPageData }) {
  usePlace({
    title: planTitles.mergeRequests,
    namespace: shownNamespace(page.namespace),
    active: 'merge_requests',
    crumbs: [{ label: planTitles.mergeRequests, href: `${baseOf(page.namespace)}/merge_requests` }],
  })
  return null
}
