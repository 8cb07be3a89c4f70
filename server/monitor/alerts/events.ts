import type { AlertStatus } from '#contract/monitor/alerts/alert-limits.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'alert_integration.created': { readonly integrationId: number }
    'alert_integration.updated': { readonly integrationId: number }
    'alert_integration.deleted': { readonly integrationId: number; readonly name: string }
    'alert_settings.updated': { readonly projectId: number }
    'alert.created': { readonly alertId: number }
    /** Another event of an open alert came in. */
    'alert.repeated': { readonly alertId: number }
    'alert.status_changed': {
      readonly alertId: number
      readonly from: AlertStatus
      readonly to: AlertStatus
      /** The monitoring tool reported the end of the alert. */
      readonly isRecovery?: boolean
    }
    /** The alert was linked to an incident, or the link was removed. */
    'alert.incident_changed': { readonly alertId: number; readonly incidentId: number | null }
  }
}
