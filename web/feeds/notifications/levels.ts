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
  { value: 'mention', label: 'On mention', hint: 'Only when somebody mentions you.' },
  { value: 'custom', label: 'Custom', hint: 'What you take part in, and the events you choose.' },
  { value: 'disabled', label: 'Disabled', hint: 'No mails.' },
]

export const labelOf = (level: Level): string => levels.find(each => each.value === level)?.label ?? 'Global'

/** What may happen, with the names of the contract: on the wire, and as an input. */
export const events = [
  { name: 'new_issue', input: 'newIssue', label: 'A new issue' },
  { name: 'new_note', input: 'newNote', label: 'A new comment' },
  { name: 'close_issue', input: 'closeIssue', label: 'An issue is closed' },
  { name: 'reopen_issue', input: 'reopenIssue', label: 'An issue is reopened' },
  { name: 'reassign_issue', input: 'reassignIssue', label: 'An issue is assigned to somebody else' },
  { name: 'issue_due', input: 'issueDue', label: 'An issue is due tomorrow' },
] as const

export const failed = 'The choice could not be saved. Please try again.'
export const fetchFailed = 'Your choices could not be read. Please try again.'
export const switchedOff = 'Mails are switched off here by an owner.'
