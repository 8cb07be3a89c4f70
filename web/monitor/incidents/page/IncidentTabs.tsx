import { ClockIcon, GraphIcon, InfoIcon, ReportIcon } from '@primer/octicons-react'
import { incidentTabPath } from '#contract/issuable-kinds.ts'
import { useIncidentTab } from '#web/plan/issues/page/incident-tab.ts'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { HighlightBar } from './HighlightBar.tsx'
import { useIncident } from './use-incident.ts'

/** The tabs of an incident, with the highlights of its summary. @source INCIDENT-001, INCIDENT-006, INCIDENT-010, INCIDENT-011 */
export function IncidentTabs() {
  const { namespace, issue, hasAlert } = useIssuePage()
  const tab = useIncidentTab()
  const { data: incident } = useIncident()
  const hasMetrics = incident?.hasMetrics ?? false
  const href = (key: typeof tab) => incidentTabPath(namespace.fullPath, issue.iid, key)
  return (
    <>
      <LinkTabs
        label="Incident"
        active={tab}
        tabs={[
          { key: 'summary', label: 'Summary', icon: <InfoIcon />, href: href('summary') },
          ...(hasMetrics ? [{ key: 'metrics', label: 'Metrics', icon: <GraphIcon />, href: href('metrics') }] : []),
          ...(hasAlert ? [{ key: 'alerts', label: 'Alert details', icon: <ReportIcon />, href: href('alerts') }] : []),
          { key: 'timeline', label: 'Timeline', icon: <ClockIcon />, href: href('timeline') },
        ]}
      />
      {tab === 'summary' && <HighlightBar />}
    </>
  )
}
