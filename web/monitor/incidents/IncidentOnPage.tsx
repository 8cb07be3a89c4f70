import { urlOf } from '#web/api/client.ts'
import { getAlertOfIncident, getIncident } from '#web/api/operations.gen.ts'
import { hasAnswers } from '#web/api/page.ts'
import { queryClient, reading } from '#web/api/query.ts'
import type { IssuePageData } from '#web/plan/shapes.ts'
import { onDemand } from '#web/ui/on-demand.tsx'

/** The tabs of an incident, below its header. */
export const IncidentTabs = onDemand(() => import('./page/IncidentTabs.tsx').then(module => module.IncidentTabs), {
  holdsKeys: false,
})

/** The tab that is open instead of the summary. */
export const IncidentPanel = onDemand(() => import('./page/IncidentPanel.tsx').then(module => module.IncidentPanel), {
  holdsKeys: false,
})

/** Load the tabs, and take in what came with the document. */
export async function incidentAhead({ namespace, issue, hasAlert }: IssuePageData): Promise<void> {
  if (issue.type !== 'incident') return
  const input = { namespace: namespace.fullPath, iid: issue.iid }
  const isHere = hasAnswers(urlOf(getIncident, input))
  const hasItsAlert = hasAlert && hasAnswers(urlOf(getAlertOfIncident, input))
  await Promise.all([
    IncidentTabs.ahead(),
    IncidentPanel.ahead(),
    isHere && queryClient.prefetchQuery(reading(getIncident, input)),
    hasItsAlert && queryClient.prefetchQuery(reading(getAlertOfIncident, input)),
  ])
}
