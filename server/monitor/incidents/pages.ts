import { incidentTabPath, incidentTabs } from '#contract/issuable-kinds.ts'
import { getIncidentSettingsPage } from '#contract/monitor/incidents/incident-settings.ts'
import { monitorTitles } from '#contract/monitor/page-titles.ts'
import { incidentSettingsPath } from '#contract/plan/incidents/incident-settings-path.ts'
import type { PageAddress } from '#server/page-address.ts'
import { issuePage } from '#server/plan/issues/page/pages.ts'

export const incidentPages: readonly PageAddress[] = [
  // Each tab of an incident has an address, which shows its page.
  ...incidentTabs.map(tab => issuePage(`incident-${tab}`, incidentTabPath(':namespace', ':iid', tab))),
  {
    name: 'incident-settings',
    address: incidentSettingsPath(':namespace'),
    operation: getIncidentSettingsPage,
    title: monitorTitles.incidentSettings,
    module: 'monitor/incidents/settings/IncidentSettingsPage.tsx',
  },
]
