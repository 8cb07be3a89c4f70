import type { PagingChannel } from '#contract/feeds/paging-rules.ts'

export const channelLabels: Readonly<Record<PagingChannel, string>> = {
  mail: 'Email',
  push: 'Notification in a browser',
  webhook: 'Webhook',
}

export const messages = {
  detail: 'Choose how you are paged when an escalation policy or a person on call needs you.',
  fetchFailed: 'Could not load your paging settings.',
  quiet:
    'Pages of low urgency wait until the end of quiet hours, and are not sent if the incident is answered by then. Pages of high urgency do not wait.',
  push: 'Pages appear as notifications, on a phone or a computer, even while Weft is closed. Turn them on in each browser that should get them.',
  noPush: 'This browser cannot show notifications of Weft. On an iPhone or iPad, add Weft to the home screen first.',
  pushBlocked:
    'This browser blocks notifications of Weft, or has no push service. Allow notifications in the settings of the browser, and try again.',
  noBrowsers: 'No browser gets your pages yet.',
  webhook:
    'Pages are sent to a URL as JSON, signed with a secret by the rules of Standard Webhooks. A request that fails is repeated up to three times, with the same Idempotency-Key.',
} as const
