import type { AlertStatus } from '#contract/monitor/alerts/alert-limits.ts'

/** A status of an incident that its alerts follow. */
export interface FollowedIncident {
  readonly incidentId: number
  readonly to: AlertStatus
  /** "acknowledging" */
  readonly verb: string
}

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'alert_integration.created': { readonly integrationId: number }
    'alert_integration.updated': { readonly integrationId: number }
    'alert_integration.deleted': { readonly integrationId: number; readonly name: string }
    'alert_settings.updated': { readonly projectId: number }
    'maintenance_window.changed': { readonly windowId: number }
    /** A check-in was created, edited or deleted, is missing, or is no longer. */
    'check_in.changed': { readonly checkInId: number }
    'alert.created': {
      readonly alertId: number
      /** False for a further alert of a group, and for one that a maintenance window silences. */
      readonly alarms: boolean
    }
    /** The maintenance window of an open alert is over, and no other alert of its group pages. */
    'alert.unsilenced': { readonly alertId: number }
    /** Another event of an open alert came in. */
    'alert.repeated': { readonly alertId: number }
    'alert.status_changed': {
      readonly alertId: number
      readonly from: AlertStatus
      readonly to: AlertStatus
      /** The monitoring tool reported the end of the alert. */
      readonly isRecovery?: boolean
    }
    /** Further alerts of an incident follow its status. */
    'alert.more_follow': FollowedIncident
    /** The alert was linked to an incident, or the link was removed. */
    'alert.incident_changed': { readonly alertId: number; readonly incidentId: number | null }
  }
}
