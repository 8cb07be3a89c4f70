import { pagesPath } from '#contract/issuable-kinds.ts'
import { getAlertPage, getAlertSettingsPage, getAlertsPage } from '#contract/monitor/alerts/alert-pages.ts'
import { alertSettingsPath } from '#contract/monitor/alerts/alert-settings-path.ts'
import { maintenanceWindowsPath } from '#contract/monitor/alerts/maintenance-limits.ts'
import { getMaintenanceWindowsPage } from '#contract/monitor/alerts/maintenance-windows.ts'
import { monitorTitles } from '#contract/monitor/page-titles.ts'
import { type PageAddress, page } from '#server/page-address.ts'

const ofProject = pagesPath('alert', ':namespace')

const alertPage = (name: string, address: string) =>
  page({
    name,
    address,
    operation: getAlertPage,
    title: ({ alert }) => monitorTitles.alert(alert.title, alert.reference.short),
    module: 'monitor/alerts/page/AlertPage.tsx',
  })

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
]
