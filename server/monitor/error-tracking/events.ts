import type { ErrorStatus } from '#contract/monitor/error-tracking/error-words.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** Errors that are new, or occurred again after they were resolved. Further events of known errors are not logged. */
    'error.occurred': { readonly errorIds: readonly number[] }
    'error.status_changed': { readonly errorId: number; readonly from: ErrorStatus; readonly to: ErrorStatus }
    'error.issue_created': { readonly errorId: number; readonly issueId: number }
    'error_tracking.changed': { readonly enabled: boolean }
    'error_client_key.created': { readonly keyId: number }
    'error_client_key.revoked': { readonly keyId: number }
  }
}
