import type { ReplyOf } from '#contract/operation.ts'

export type ListedMessage = ReplyOf<
  typeof import('#contract/foundation/broadcast-messages.ts').broadcastMessagesPage
>['messages'][number]
export type State = keyof ReplyOf<
  typeof import('#contract/foundation/broadcast-messages.ts').broadcastMessagesPage
>['counts']

export const states = [
  {
    key: 'active',
    label: 'Active',
    title: 'No active messages',
    text: 'Messages currently shown to people appear here.',
  },
  {
    key: 'scheduled',
    label: 'Scheduled',
    title: 'No scheduled messages',
    text: 'Messages that start later appear here.',
  },
  { key: 'past', label: 'Past', title: 'No past messages', text: 'Messages that have ended appear here.' },
] as const satisfies readonly { readonly key: State; readonly label: string; title: string; text: string }[]

export const themes = [
  { value: 'indigo', label: 'Indigo' },
  { value: 'light-indigo', label: 'Light indigo' },
  { value: 'blue', label: 'Blue' },
  { value: 'light-blue', label: 'Light blue' },
  { value: 'green', label: 'Green' },
  { value: 'light-green', label: 'Light green' },
  { value: 'red', label: 'Red' },
  { value: 'light-red', label: 'Light red' },
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
] as const satisfies readonly { readonly value: ListedMessage['theme']; readonly label: string }[]
