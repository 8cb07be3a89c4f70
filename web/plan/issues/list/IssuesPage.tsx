import { groupIssuesTopic, issuesTopic, readMarksTopic } from '#contract/live-topics.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { getGroupIssuesPage, getIssuesPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { baseOf, planTopics } from '#web/plan/place.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { IssueList } from './IssueList.tsx'
import { IssueListSkeleton } from './IssueListSkeleton.tsx'
import { issuesInput } from './list-address.ts'

export function IssuesPage() {
  const input = useListInput()
  const marks = useMarksTopics()
  const { data, isPlaceholderData } = useReading(getIssuesPage, input, {
    keepPrevious: true,
    topics: page => [issuesTopic(page.namespace.id), ...planTopics(page.namespace), ...marks],
  })
  return <Shown page={data} isBehind={isPlaceholderData} />
}

export function GroupIssuesPage() {
  const input = useListInput()
  const marks = useMarksTopics()
  const { data, isPlaceholderData } = useReading(getGroupIssuesPage, input, {
    keepPrevious: true,
    topics: page => [groupIssuesTopic(page.namespace.id), ...planTopics(page.namespace), ...marks],
  })
  return <Shown page={data} isBehind={isPlaceholderData} />
}

/** What the viewer reads elsewhere is no news here any more. */
function useMarksTopics(): readonly string[] {
  const { user } = useViewer()
  return user === null ? [] : [readMarksTopic(user.id)]
}

function useListInput() {
  const { namespace = '' } = usePageParams()
  return issuesInput(namespace, usePageSearch())
}

interface ShownProps {
  readonly page: Parameters<typeof IssueList>[0]['page'] | undefined
  readonly isBehind: boolean
}

function Shown({ page, isBehind }: ShownProps) {
  if (page === undefined) return <IssueListSkeleton />
  return (
    <Page>
      <Here page={page} />
      <IssueList page={page} isBehind={isBehind} />
    </Page>
  )
}

function Here({ page }: { readonly page: NonNullable<ShownProps['page']> }) {
  usePlace({
    title: planTitles.issues,
    namespace: shownNamespace(page.namespace),
    active: 'issues',
    crumbs: [{ label: 'Issues', href: `${baseOf(page.namespace)}/issues` }],
  })
  return null
}
