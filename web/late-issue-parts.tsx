import { hasAnswers } from '#web/api/page.ts'
import { queryClient } from '#web/api/query.ts'
import { BranchesOfIssue } from '#web/code/issue-branches/BranchesOfIssue.tsx'
import { relatedBranches } from '#web/code/issue-branches/RelatedBranches.tsx'
import { relatedMergeRequests } from '#web/code/issue-branches/RelatedMergeRequests.tsx'
import { DeployedOnIssue } from '#web/deploy/environments/DeployedOnIssue.tsx'
import { RelatedFlags, relatedFlagsAhead } from '#web/deploy/feature-flags/RelatedFlags.tsx'
import { ErrorOnIssue, errorOnIssueAhead } from '#web/monitor/error-tracking/ErrorOnIssue.tsx'
import { IncidentPanel, IncidentTabs, incidentAhead, SimilarIncidents } from '#web/monitor/incidents/IncidentOnPage.tsx'
import { VulnerabilitiesOfIssue } from '#web/monitor/vulnerabilities/VulnerabilitiesOfIssue.tsx'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import type { IssuePartsProps } from '#web/plan/issues/page/issue-parts.ts'
import type { IssuePageData } from '#web/plan/shapes.ts'
import { ErrorBoundary } from '#web/ui/status/ErrorBoundary.tsx'

const taken = new WeakMap<IssuePageData, Promise<unknown>>()

/** Put in the store what came with the document, once, so that it is drawn, and taken over, with these parts. */
export function takeAnswers(page: IssuePageData): Promise<unknown> {
  const promise = taken.get(page) ?? takeNow(page)
  taken.set(page, promise)
  return promise
}

function takeNow(page: IssuePageData): Promise<unknown> {
  const [mergeRequests, branches] = [relatedMergeRequests(page), relatedBranches(page)]
  return Promise.all([
    hasAnswers(mergeRequests.firstUrl) && queryClient.prefetchInfiniteQuery(mergeRequests.query),
    hasAnswers(branches.firstUrl) && queryClient.prefetchInfiniteQuery(branches.query),
    incidentAhead(page),
    errorOnIssueAhead(page),
    relatedFlagsAhead(page),
  ])
}

/** The parts that the areas above planning show on the page of an issue. */
export function LateIssueParts({ part }: IssuePartsProps) {
  const { namespace, issue } = useIssuePage()
  const key = String(issue.id)
  if (part === 'tabs')
    return (
      <ErrorBoundary label="The tabs" resetKey={key}>
        <IncidentTabs />
      </ErrorBoundary>
    )
  if (part === 'panel')
    return (
      <ErrorBoundary label="The tab" resetKey={key}>
        <IncidentPanel />
      </ErrorBoundary>
    )
  return (
    <>
      {issue.type === 'incident' && (
        <ErrorBoundary label="Similar incidents" resetKey={key}>
          <SimilarIncidents />
        </ErrorBoundary>
      )}
      <ErrorBoundary label="Branches and merge requests" resetKey={key}>
        <BranchesOfIssue />
      </ErrorBoundary>
      <ErrorBoundary label="Deployments" resetKey={key}>
        <DeployedOnIssue />
      </ErrorBoundary>
      {namespace.offers.featureFlags && (
        <ErrorBoundary label="Related feature flags" resetKey={key}>
          <RelatedFlags />
        </ErrorBoundary>
      )}
      {namespace.offers.vulnerabilities && (
        <ErrorBoundary label="Related vulnerabilities" resetKey={key}>
          <VulnerabilitiesOfIssue />
        </ErrorBoundary>
      )}
      <ErrorBoundary label="Stack trace" resetKey={key}>
        <ErrorOnIssue />
      </ErrorBoundary>
    </>
  )
}
