import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { onDemand } from '#web/ui/on-demand.tsx'

const AlertOfIncident = onDemand(() => import('./AlertOfIncident.tsx').then(module => module.AlertOfIncident), {
  holdsKeys: false,
})

/** The alert on the page of an incident that was created from one. @source INCIDENT-010 */
export function AlertOnIncident() {
  return useIssuePage().hasAlert && <AlertOfIncident />
}
