import type { ReplyOf } from '#contract/operation.ts'

export type NotificationsData = ReplyOf<typeof import('#contract/feeds/notifications.ts').notificationsPage>
export type PlaceChoice = NotificationsData['places'][number]
export type Level = NotificationsData['level']

interface LevelWords {
  readonly value: Level
  readonly label: string
  readonly hint: string
}

/** What one may choose everywhere. @source product rules section 11 */
export const levels: readonly LevelWords[] = [
  { value: 'participating', label: 'Participate', hint: 'What you take part in, are assigned to or mentioned in.' },
  { value: 'watch', label: 'Watch', hint: 'Everything that happens.' },
  { value: 'mention', label: 'On mention', hint: 'Only when someone mentions you.' },
  { value: 'custom', label: 'Custom', hint: 'What you take part in, and the events you choose.' },
  { value: 'disabled', label: 'Disabled', hint: 'No email notifications.' },
]

export const labelOf = (level: Level): string => levels.find(each => each.value === level)?.label ?? 'Global'

/** What may happen. The client turns the contract's names into these wherever they stand, as keys too. */
export const events = [
  { name: 'newIssue', label: 'A new issue' },
  { name: 'newNote', label: 'A new comment' },
  { name: 'closeIssue', label: 'An issue is closed' },
  { name: 'reopenIssue', label: 'An issue is reopened' },
  { name: 'reassignIssue', label: 'An issue is assigned to somebody else' },
  { name: 'issueDue', label: 'An issue is due tomorrow' },
] as const

export type EventName = (typeof events)[number]['name']

export const failed = 'The choice could not be saved. Please try again.'
export const fetchFailed = 'Your choices could not be read. Please try again.'
export const switchedOff = 'An owner has disabled email notifications here.'
