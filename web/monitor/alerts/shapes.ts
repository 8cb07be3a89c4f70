import type { ReplyOf } from '#contract/operation.ts'

type AlertPages = typeof import('#contract/monitor/alerts/alert-pages.ts')

export type AlertsPageData = ReplyOf<AlertPages['getAlertsPage']>
export type AlertRowData = AlertsPageData['alerts'][number]
export type AlertPageData = ReplyOf<AlertPages['getAlertPage']>
export type AlertFactsData = AlertPageData['facts']
export type AlertSettingsPageData = ReplyOf<AlertPages['getAlertSettingsPage']>
export type IntegrationData = AlertSettingsPageData['integrations'][number]

type MaintenanceWindows = typeof import('#contract/monitor/alerts/maintenance-windows.ts')

export type WindowsPageData = ReplyOf<MaintenanceWindows['getMaintenanceWindowsPage']>
export type WindowData = WindowsPageData['windows'][number]

type CheckIns = typeof import('#contract/monitor/alerts/check-ins.ts')

export type CheckInsPageData = ReplyOf<CheckIns['getCheckInsPage']>
export type CheckInData = CheckInsPageData['checkIns'][number]
export type CheckInPageData = ReplyOf<CheckIns['getCheckInPage']>
