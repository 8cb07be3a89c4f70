import { urlOf } from '#web/api/client.ts'
import { getAlertOfIncident, getIncident, getSimilarIncidents } from '#web/api/operations.gen.ts'
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

/** Incidents of the past that are like the one on the page. */
export const SimilarIncidents = onDemand(
  () => import('./page/SimilarIncidents.tsx').then(module => module.SimilarIncidents),
  { holdsKeys: false },
)

/** Load the tabs, and take in what came with the document. */
export async function incidentAhead({ namespace, issue, hasAlert }: IssuePageData): Promise<void> {
  if (issue.type !== 'incident') return
  const input = { namespace: namespace.fullPath, iid: issue.iid }
  const isHere = hasAnswers(urlOf(getIncident, input))
  const hasItsAlert = hasAlert && hasAnswers(urlOf(getAlertOfIncident, input))
  await Promise.all([
    IncidentTabs.ahead(),
    IncidentPanel.ahead(),
    SimilarIncidents.ahead(),
    hasAnswers(urlOf(getSimilarIncidents, input)) && queryClient.prefetchQuery(reading(getSimilarIncidents, input)),
    isHere && queryClient.prefetchQuery(reading(getIncident, input)),
    hasItsAlert && queryClient.prefetchQuery(reading(getAlertOfIncident, input)),
  ])
}
