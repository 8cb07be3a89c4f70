import type { PagingChannel } from '#contract/feeds/paging-rules.ts'

export const channelLabels: Readonly<Record<PagingChannel, string>> = {
  mail: 'Email',
  push: 'Push notification',
  webhook: 'Webhook',
  sms: 'Text message',
  voice: 'Call',
}

export const messages = {
  detail: 'Choose how you are paged about incidents and alerts.',
  fetchFailed: 'Could not load your paging settings.',
  quiet:
    'Pages of low urgency wait until the end of quiet hours, and are not sent if the incident is answered by then. Pages of high urgency do not wait.',
  notice: 'The email says when your next shift begins. Back-to-back shifts get one email.',
  zone: 'Quiet hours and the times in emails about your shifts are in this zone.',
  push: 'Pages appear as notifications, on a phone or a computer, even while Weft is closed. Turn them on in each browser that should get them.',
  noPush: 'This browser cannot show notifications of Weft. On an iPhone or iPad, add Weft to the home screen first.',
  pushBlocked:
    'This browser blocks notifications of Weft, or has no push service. Allow notifications in the settings of the browser, and try again.',
  noPages: 'No one has been paged yet',
  noPagesUse: 'The latest pages are listed here, with the outcome of each message.',
  noBrowsers: 'No browser gets your pages yet.',
  phone: 'Pages reach your phone by text message or call, without the internet.',
  provider: 'Users can be paged by text message or call once a provider is set up here.',
  secretsDropped: 'Enter the password and signing secret again if you change a URL to another host: they are cleared.',
  formFormat: 'Form (Twilio)',
  jsonFormat: 'JSON',
  webhook: 'Pages are sent to your URL as JSON, signed by the rules of Standard Webhooks.',
} as const
