import type { AttributeChange, TextReferences } from '#server/plan/issuables/events.ts'

/**
 * A date of an epic that was fixed or released: a null `from` means one that followed from the contents of the epic.
 */
export interface DateChange {
  readonly attribute: 'startDate' | 'dueDate'
  readonly from: string | null
  readonly to: string | null
}

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'epic.created': {
      readonly issuableId: number
      readonly assigneeIds: readonly number[]
      readonly labelIds: readonly number[]
      /** The attributes with which its history begins: labels, assignees and the parent. */
      readonly changes: readonly AttributeChange[]
      readonly named: TextReferences
      /** Set when an issue was promoted: its subscribers have been notified of the promotion. */
      readonly promotedFromId?: number
    }
    'epic.closed': { readonly issuableId: number }
    'epic.reopened': { readonly issuableId: number }
    /** The color of the epic or the source of its dates changed. */
    'epic.planned': { readonly issuableId: number; readonly changes: readonly DateChange[] }
    /** The row is already deleted: only its number and title are left for followers. */
    'epic.deleted': { readonly issuableId: number; readonly iid: number; readonly title: string }
  }
}
