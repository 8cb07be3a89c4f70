import type { AttributeChange, TextReferences } from '#server/plan/issuables/events.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'issue.created': {
      readonly issueId: number
      /** Set for an incident. */
      readonly isIncident?: true
      readonly assigneeIds: readonly number[]
      readonly labelIds: readonly number[]
      /** The attributes with which the history of the issue begins: labels, milestone, weight and dates. */
      readonly changes: readonly AttributeChange[]
      /** The references in title and description. */
      readonly named: TextReferences
      /** Set when it was moved here: its subscribers have been notified of the move. */
      readonly movedFromId?: number
      /** Set when it came with many others: no mails are sent. */
      readonly isImported?: boolean
    }
    'issue.closed': {
      readonly issueId: number
      /** Set for an incident. */
      readonly isIncident?: true
      /** The item that closed it, in the words of its history: "merge request !5". */
      readonly via?: string
      /** Set when it was closed because it was moved. */
      readonly movedToId?: number
      /** Set when it came closed, with many others: no mails are sent. */
      readonly isImported?: boolean
      /** Set when it was closed because it was promoted. */
      readonly promotedToId?: number
    }
    /**
     * The issue was replaced by an issue in another project. The rows that belonged to it already belong to that one.
     */
    'issue.moved': { readonly issueId: number; readonly toId: number }
    /** The issue was replaced by an epic. */
    'issue.promoted': { readonly issueId: number; readonly toId: number }
    'issue.cloned': { readonly issueId: number; readonly toId: number }
    'issue.reopened': {
      readonly issueId: number
      /** Set for an incident. */
      readonly isIncident?: true
    }
    /** The position of the issue in the manual order changed. */
    'issue.reordered': { readonly issueId: number }
    /** The row is already deleted: only its number and title are left for followers. */
    'issue.deleted': { readonly issueId: number; readonly iid: number; readonly title: string }
  }
}
