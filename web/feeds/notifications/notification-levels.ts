import type { ReplyOf } from '#contract/operation.ts'

export type NotificationsData = ReplyOf<typeof import('#contract/feeds/notifications.ts').notificationsPage>
export type PlaceChoice = NotificationsData['places'][number]
export type Level = NotificationsData['level']

interface LevelWords {
  readonly value: Level
  readonly label: string
  readonly hint: string
}

/** The levels that can be chosen everywhere. @source product rules section 11 */
export const levels: readonly LevelWords[] = [
  {
    value: 'participating',
    label: 'Participate',
    hint: 'Items you participate in, are assigned to or are mentioned in.',
  },
  { value: 'watch', label: 'Watch', hint: 'Everything that happens.' },
  { value: 'mention', label: 'On mention', hint: 'Only when someone mentions you.' },
  { value: 'custom', label: 'Custom', hint: 'Items you participate in, plus events you choose.' },
  { value: 'disabled', label: 'Disabled', hint: 'No email notifications.' },
]

export const labelOf = (level: Level): string => levels.find(each => each.value === level)?.label ?? 'Global'

/** The notification events. The client turns the contract's names into these wherever they occur, as keys too. */
export const events = [
  { name: 'newIssue', label: 'New issue' },
  { name: 'newNote', label: 'New comment' },
  { name: 'closeIssue', label: 'Issue closed' },
  { name: 'reopenIssue', label: 'Issue reopened' },
  { name: 'reassignIssue', label: 'Issue reassigned' },
  { name: 'issueDue', label: 'Issue due tomorrow' },
  { name: 'newRelease', label: 'New release' },
] as const

export type EventName = (typeof events)[number]['name']

export const failed = 'Could not save your notification settings. Please try again.'
export const fetchFailed = 'Could not load your notification settings. Please try again.'
export const switchedOff = 'An owner has disabled email notifications here.'
