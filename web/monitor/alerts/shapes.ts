import type { ReplyOf } from '#contract/operation.ts'

type Pages = typeof import('#contract/monitor/alerts/alert-pages.ts')

export type AlertsPageData = ReplyOf<Pages['getAlertsPage']>
export type AlertRowData = AlertsPageData['alerts'][number]
export type AlertPageData = ReplyOf<Pages['getAlertPage']>
export type AlertFactsData = AlertPageData['facts']
export type AlertSettingsPageData = ReplyOf<Pages['getAlertSettingsPage']>
export type IntegrationData = AlertSettingsPageData['integrations'][number]
