import { urlOf } from '#web/api/client.ts'
import { getAlertOfIncident } from '#web/api/operations.gen.ts'
import { hasAnswers } from '#web/api/page.ts'
import { queryClient, reading } from '#web/api/query.ts'
import type { IssuePageData } from '#web/plan/shapes.ts'
import { onDemand } from '#web/ui/on-demand.tsx'

/** The alert on the page of an incident. @source INCIDENT-010 */
export const AlertOnIncident = onDemand(() => import('./AlertOfIncident.tsx').then(module => module.AlertOfIncident), {
  holdsKeys: false,
})

/** Load it, and take in what came with the document. */
export async function alertOnIncidentAhead({ namespace, issue, hasAlert }: IssuePageData): Promise<void> {
  const input = { namespace: namespace.fullPath, iid: issue.iid }
  if (!hasAlert || !hasAnswers(urlOf(getAlertOfIncident, input))) return
  await Promise.all([AlertOnIncident.ahead(), queryClient.prefetchQuery(reading(getAlertOfIncident, input))])
}
