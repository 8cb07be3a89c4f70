import { mostClientKeys } from '#contract/monitor/error-tracking/error-words.ts'

/** The sentences of error tracking. The two of the collector are spelled as clients know them. */
export const messages = {
  unreadable: 'Failed to parse sentry request',
  unsupported: 'Unsupported sentry payload',
  onlyIntegrated: 'must be true: errors cannot be read from another Sentry server',
  tooManyKeys: `A project can have up to ${mostClientKeys} client keys. Revoke one first.`,
  hasIssue: 'This error already has an issue',
  tooManyEvents: 'This client key has sent too many events. Try again later.',
} as const
