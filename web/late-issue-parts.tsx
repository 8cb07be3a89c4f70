import { BranchesOfIssue } from '#web/code/issue-branches/BranchesOfIssue.tsx'
import { ErrorOnIssue } from '#web/monitor/error-tracking/ErrorOnIssue.tsx'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { ErrorBoundary } from '#web/ui/status/ErrorBoundary.tsx'

/** What the areas above planning show on the page of an issue. */
export function LateIssueParts() {
  const { issue } = useIssuePage()
  const key = String(issue.id)
  return (
    <>
      <ErrorBoundary label="Branches and merge requests" resetKey={key}>
        <BranchesOfIssue />
      </ErrorBoundary>
      <ErrorBoundary label="Stack trace" resetKey={key}>
        <ErrorOnIssue />
      </ErrorBoundary>
    </>
  )
}
