import { useIncidentTab } from '#web/plan/issues/page/incident-tab.ts'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import { AlertDetails } from '../../alerts/AlertDetails.tsx'
import { messages as alertMessages } from '../../alerts/messages.ts'
import { messages } from '../messages.ts'
import { TimelinePanel } from '../timeline/TimelinePanel.tsx'
import { IncidentAlerts } from './IncidentAlerts.tsx'
import { useIncidentAlert } from './use-incident-alert.ts'

const MetricsPanel = onDemand(() => import('../../metrics/MetricsPanel.tsx').then(module => module.MetricsPanel), {
  holdsKeys: false,
})

/** The tab of an incident that its address names. */
export function IncidentPanel() {
  const tab = useIncidentTab()
  const { namespace, issue } = useIssuePage()
  switch (tab) {
    case 'timeline':
      return <TimelinePanel />
    case 'metrics':
      return (
        <>
          <Heading>Metrics</Heading>
          <MetricsPanel
            item={{
              kind: 'issue',
              id: issue.id,
              iid: issue.iid,
              projectId: namespace.id,
              namespace: namespace.fullPath,
            }}
            fallback={<Skeleton rows={6} label="Loading metrics" />}
          />
        </>
      )
    case 'alerts':
      return (
        <>
          <Heading>Alert details</Heading>
          <AlertPanel />
        </>
      )
    default:
      return null
  }
}

/** The tab has its name in sight. */
const Heading = ({ children }: { readonly children: string }) => (
  <h2>
    <VisuallyHidden>{children}</VisuallyHidden>
  </h2>
)

/** @source INCIDENT-010 */
function AlertPanel() {
  const { data: alert, isError, isLoading, refetch } = useIncidentAlert()
  if (isLoading) return <Skeleton rows={6} label="Loading alert" />
  if (isError && alert === undefined) return <RetryBanner onRetry={refetch}>{alertMessages.load}</RetryBanner>
  if (alert == null) return <EmptyState size="s" title={messages.noAlert} />
  const { iid, title, reference: _reference, webPath: _path, alerts, alertCount, ...facts } = alert
  return (
    <>
      {alertCount > 1 && <IncidentAlerts alerts={alerts} alertCount={alertCount} />}
      <AlertDetails iid={iid} title={title} facts={facts} />
    </>
  )
}
