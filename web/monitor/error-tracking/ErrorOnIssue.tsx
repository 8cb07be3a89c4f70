import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { onDemand } from '#web/ui/on-demand.tsx'

const ErrorOfIssue = onDemand(() => import('./ErrorOfIssue.tsx').then(module => module.ErrorOfIssue), {
  holdsKeys: false,
})

/** The stack trace on the page of an issue, if it was created from an error. */
export function ErrorOnIssue() {
  return useIssuePage().hasError && <ErrorOfIssue />
}
