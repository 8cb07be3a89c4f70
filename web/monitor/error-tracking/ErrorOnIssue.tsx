import { urlOf } from '#web/api/client.ts'
import { getErrorOfIssue } from '#web/api/operations.gen.ts'
import { hasAnswers } from '#web/api/page.ts'
import { queryClient, reading } from '#web/api/query.ts'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import type { IssuePageData } from '#web/plan/shapes.ts'
import { onDemand } from '#web/ui/on-demand.tsx'

const ErrorOfIssue = onDemand(() => import('./ErrorOfIssue.tsx').then(module => module.ErrorOfIssue), {
  holdsKeys: false,
})

/** Load it, and take in what came with the document. */
export async function errorOnIssueAhead({ namespace, issue, hasError }: IssuePageData): Promise<void> {
  const input = { namespace: namespace.fullPath, iid: issue.iid }
  if (!hasError || !hasAnswers(urlOf(getErrorOfIssue, input))) return
  await Promise.all([ErrorOfIssue.ahead(), queryClient.prefetchQuery(reading(getErrorOfIssue, input))])
}

/** The stack trace on the page of an issue, if it was created from an error. */
export function ErrorOnIssue() {
  return useIssuePage().hasError && <ErrorOfIssue />
}
