import { listDeployments } from '#contract/deploy/environments/deployments.ts'
import { pagesPath } from '#contract/issuable-kinds.ts'
import { getAlertPage, getAlertSettingsPage, getAlertsPage } from '#contract/monitor/alerts/alert-pages.ts'
import { alertSettingsPath } from '#contract/monitor/alerts/alert-settings-path.ts'
import { checkInPath, checkInsPath } from '#contract/monitor/alerts/check-in-limits.ts'
import { getCheckInPage, getCheckInsPage } from '#contract/monitor/alerts/check-ins.ts'
import { deploymentsBefore } from '#contract/monitor/alerts/deployments-before.ts'
import { maintenanceWindowsPath } from '#contract/monitor/alerts/maintenance-limits.ts'
import { getMaintenanceWindowsPage } from '#contract/monitor/alerts/maintenance-windows.ts'
import { monitorTitles } from '#contract/monitor/page-titles.ts'
import { type PageAddress, page } from '#server/page-address.ts'
import { snakeCase } from '#server/platform/text/case.ts'

const ofProject = pagesPath('alert', ':namespace')

const alertPage = (name: string, address: string) =>
  page({
    name,
    address,
    operation: getAlertPage,
    asksFirst: (_input, { namespace, facts: { environment, started_at: startedAt } }) =>
      namespace.offers.environments
        ? {
            operation: listDeployments,
            input: wireOf(deploymentsBefore(namespace.full_path, { startedAt, environment })),
          }
        : null,
    title: ({ alert }) => monitorTitles.alert(alert.title, alert.reference.short),
    module: 'monitor/alerts/page/AlertPage.tsx',
  })

/** The input of an operation in the names of the wire. */
export const wireOf = (input: object) =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [snakeCase(name), value]))

export const alertPages: readonly PageAddress[] = [
  {
    name: 'alerts',
    address: ofProject,
    operation: getAlertsPage,
    title: monitorTitles.alerts,
    module: 'monitor/alerts/AlertsPage.tsx',
  },
  alertPage('alert', `${ofProject}/:iid`),
  alertPage('alert-details', `${ofProject}/:iid/details`),
  {
    name: 'alert-settings',
    address: alertSettingsPath(':namespace'),
    operation: getAlertSettingsPage,
    title: monitorTitles.alertSettings,
    module: 'monitor/alerts/settings/AlertSettingsPage.tsx',
  },
  {
    name: 'maintenance-windows',
    address: maintenanceWindowsPath(':namespace'),
    operation: getMaintenanceWindowsPage,
    title: monitorTitles.maintenanceWindows,
    module: 'monitor/alerts/maintenance/MaintenanceWindowsPage.tsx',
  },
  {
    name: 'check-ins',
    address: checkInsPath(':namespace'),
    operation: getCheckInsPage,
    title: monitorTitles.checkIns,
    module: 'monitor/alerts/check-ins/CheckInsPage.tsx',
  },
  page({
    name: 'check-in',
    address: checkInPath(':namespace', ':checkInId'),
    operation: getCheckInPage,
    title: ({ check_in: { name } }) => monitorTitles.checkIn(name),
    module: 'monitor/alerts/check-ins/CheckInPage.tsx',
  }),
]
