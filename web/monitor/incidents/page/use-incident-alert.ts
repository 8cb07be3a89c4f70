import { issuableTopic } from '#contract/live-topics.ts'
import { getAlertOfIncident } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'

/** The alert of the incident on the page; null if it has none. */
export function useIncidentAlert() {
  const { namespace, issue, hasAlert } = useIssuePage()
  return useReading(
    getAlertOfIncident,
    { namespace: namespace.fullPath, iid: issue.iid },
    { enabled: hasAlert, topics: alert => (alert === null ? [] : [issuableTopic('alert', alert.id)]) },
  )
}
