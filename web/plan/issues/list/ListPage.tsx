import { groupIssuesTopic, issuesTopic, readMarksTopic } from '#contract/live-topics.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { baseOf, planTopics } from '#web/plan/place.ts'
import type { IssuesPageData } from '#web/plan/shapes.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { IssueList } from './IssueList.tsx'
import { IssueListSkeleton } from './IssueListSkeleton.tsx'
import type { ListKind } from './list-kind.ts'

interface ListPageProps {
  readonly kind: ListKind
}

export function ProjectListPage({ kind }: ListPageProps) {
  const input = useListInput(kind)
  const marks = useMarksTopics()
  const { data, isPlaceholderData } = useReading(kind.pages.project, input, {
    keepPrevious: true,
    topics: page => [issuesTopic(page.namespace.id), ...planTopics(page.namespace), ...marks],
  })
  return <Shown kind={kind} page={data} isBehind={isPlaceholderData} />
}

export function GroupListPage({
  kind,
  page: operation,
}: ListPageProps & { readonly page: NonNullable<ListKind['pages']['group']> }) {
  const input = useListInput(kind)
  const marks = useMarksTopics()
  const { data, isPlaceholderData } = useReading(operation, input, {
    keepPrevious: true,
    topics: page => [groupIssuesTopic(page.namespace.id), ...planTopics(page.namespace), ...marks],
  })
  return <Shown kind={kind} page={data} isBehind={isPlaceholderData} />
}

/** Comments that the viewer has read elsewhere are no longer new here. */
function useMarksTopics(): readonly string[] {
  const { user } = useViewer()
  return user === null ? [] : [readMarksTopic(user.id)]
}

function useListInput(kind: ListKind) {
  const { namespace = '' } = usePageParams()
  return kind.inputOf(namespace, usePageSearch())
}

interface ShownListProps extends ListPageProps {
  readonly page: IssuesPageData | undefined
  readonly isBehind: boolean
}

function Shown({ kind, page, isBehind }: ShownListProps) {
  if (page === undefined) return <IssueListSkeleton title={kind.title} />
  return (
    <Page>
      <Here kind={kind} page={page} />
      <IssueList kind={kind} page={page} isBehind={isBehind} />
    </Page>
  )
}

function Here({ kind, page }: ListPageProps & { readonly page: IssuesPageData }) {
  const { title, segment, active } = kind
  usePlace({
    title,
    namespace: shownNamespace(page.namespace),
    active,
    crumbs: [{ label: title, href: `${baseOf(page.namespace)}/${segment}` }],
  })
  return null
}
