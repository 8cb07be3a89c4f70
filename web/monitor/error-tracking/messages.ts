import type { ErrorSort, ErrorStatus } from '#contract/monitor/error-tracking/error-words.ts'

/** The sentences of error tracking. @source ERRMSG-084 to ERRMSG-086 */
export const messages = {
  status: 'Failed to update issue status',
  stackTrace: 'Failed to load stacktrace.',
  events: 'Failed to load the events of this error.',
  list: 'Failed to load errors from Sentry.',
} as const

export const statusLabels: Readonly<Record<ErrorStatus, string>> = {
  unresolved: 'Unresolved',
  ignored: 'Ignored',
  resolved: 'Resolved',
}

export const sortLabels: Readonly<Record<ErrorSort, string>> = {
  last_seen: 'Last seen',
  first_seen: 'First seen',
  frequency: 'Frequency',
}
