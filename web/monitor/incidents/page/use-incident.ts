import { issueTopic } from '#contract/live-topics.ts'
import { getIncident } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'

/** The summary of the incident on the page. */
export function useIncident() {
  const { namespace, issue } = useIssuePage()
  const at = { namespace: namespace.fullPath, iid: issue.iid }
  return useReading(getIncident, at, { topics: () => [issueTopic(issue.id)] })
}
