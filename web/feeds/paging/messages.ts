import type { PagingChannel } from '#contract/feeds/paging-rules.ts'

export const channelLabels: Readonly<Record<PagingChannel, string>> = {
  mail: 'Email',
}

export const messages = {
  detail: 'Choose how you are paged when an escalation policy or a person on call needs you.',
  fetchFailed: 'Could not load your paging settings.',
  quiet:
    'Pages of low urgency wait until the end of quiet hours, and are not sent if the incident is answered by then. Pages of high urgency do not wait.',
} as const
