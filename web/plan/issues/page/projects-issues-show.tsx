import { issueTopic } from '#contract/live-topics.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { getIssuePage } from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { readAhead } from '#web/discuss/reading/ahead.ts'
import { IssuableBody } from '#web/plan/issuable/IssuableBody.tsx'
import { IssuableDiscussion } from '#web/plan/issuable/IssuableDiscussion.tsx'
import { IssueProvider, targetOf } from '#web/plan/issuable/issuable-context.tsx'
import { IssuableSidebar } from '#web/plan/issuable/sidebar/IssuableSidebar.tsx'
import { discussedIssues } from '#web/plan/issues/discussed-issues.ts'
import { baseOf, placeOf, planTopics } from '#web/plan/place.ts'
import type { IssuePageData } from '#web/plan/shapes.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { WithSidebar } from '#web/ui/layout/WithSidebar.tsx'
import { ErrorBoundary } from '#web/ui/status/ErrorBoundary.tsx'
import { CloseGuard } from './CloseGuard.tsx'
import { IssuePageSkeleton } from './IssuePageSkeleton.tsx'
import { issueInput } from './issue-address.ts'
import { RelatedIssues } from './related/RelatedIssues.tsx'

/** What the page asks for besides its data, begun as soon as it is known which issue it shows. */
export function readIssueAhead(page: IssuePageData): void {
  const { namespace, iid } = targetOf(page)
  readAhead({ kind: discussedIssues, namespace, iid }, page.viewer.notesFilter, page.viewer.reading)
}

/** The page of an issue or incident. Its file gives its chunk the name. @source PLATFORM-010 */
export function IssuePage() {
  const { data } = useReading(getIssuePage, issueInput(usePageParams()), {
    topics: page => [issueTopic(page.issue.id), ...planTopics(page.namespace)],
  })
  return data === undefined ? <IssuePageSkeleton /> : <Shown key={data.issue.id} page={data} />
}

function Shown({ page }: { readonly page: IssuePageData }) {
  const { namespace, issue } = page
  const base = baseOf(namespace)
  usePlace({
    title: planTitles.issuable(issue.title, issue.reference.short),
    namespace: placeOf(namespace),
    active: 'issues',
    crumbs: [
      { label: 'Issues', href: `${base}/issues` },
      { label: issue.reference.short, href: `${base}/issues/${issue.iid}` },
    ],
  })
  return (
    <IssueProvider page={page}>
      <CloseGuard>
        <Page>
          <WithSidebar
            main={
              <>
                <IssuableBody />
                <ErrorBoundary label="The linked issues" resetKey={String(issue.id)}>
                  <RelatedIssues />
                </ErrorBoundary>
                <ErrorBoundary label="The discussion" resetKey={String(issue.id)}>
                  <IssuableDiscussion />
                </ErrorBoundary>
              </>
            }
          >
            <IssuableSidebar />
          </WithSidebar>
        </Page>
      </CloseGuard>
    </IssueProvider>
  )
}
