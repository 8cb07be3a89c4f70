import { BranchesOfIssue } from '#web/code/issue-branches/BranchesOfIssue.tsx'
import { ErrorOnIssue } from '#web/monitor/error-tracking/ErrorOnIssue.tsx'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import type { IssuePartsProps } from '#web/plan/issues/page/issue-parts.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { ErrorBoundary } from '#web/ui/status/ErrorBoundary.tsx'

const AlertOfIncident = onDemand(
  () => import('#web/monitor/alerts/AlertOfIncident.tsx').then(module => module.AlertOfIncident),
  { holdsKeys: false },
)

/** The parts that the areas above planning show on the page of an issue. */
export function LateIssueParts({ isAlert }: IssuePartsProps) {
  const { issue } = useIssuePage()
  const key = String(issue.id)
  // @source INCIDENT-010
  if (isAlert)
    return (
      <ErrorBoundary label="The alert" resetKey={key}>
        <AlertOfIncident />
      </ErrorBoundary>
    )
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
