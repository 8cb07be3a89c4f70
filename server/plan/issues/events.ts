import type { AttributeChange, TextReferences } from '#server/plan/issuables/events.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'issue.created': {
      readonly issueId: number
      readonly assigneeIds: readonly number[]
      readonly labelIds: readonly number[]
      /** What of the issue its history tells of from the beginning: labels, milestone, weight and dates. */
      readonly changes: readonly AttributeChange[]
      /** What title and description name. */
      readonly named: TextReferences
      /** Set when it was moved here: those who follow it have been told of the issue that it was. */
      readonly movedFromId?: number
      /** Set when it came with many others: no mails are sent. */
      readonly isImported?: boolean
    }
    'issue.closed': {
      readonly issueId: number
      /** What closed it, as its history says: "merge request !5". */
      readonly via?: string
      /** Set when it was closed because it was moved. */
      readonly movedToId?: number
      /** Set when it came closed, with many others: no mails are sent. */
      readonly isImported?: boolean
      /** Set when it was closed because it was promoted. */
      readonly promotedToId?: number
    }
    /** It goes on as another issue in another project. The rows that followed it hang on that one already. */
    'issue.moved': { readonly issueId: number; readonly toId: number }
    /** It goes on as an epic. */
    'issue.promoted': { readonly issueId: number; readonly toId: number }
    'issue.cloned': { readonly issueId: number; readonly toId: number }
    'issue.reopened': { readonly issueId: number }
    /** Its place in the manual order changed. */
    'issue.reordered': { readonly issueId: number }
    /** The row is gone already: only its number and place are left to tell. */
    'issue.deleted': { readonly issueId: number; readonly iid: number; readonly title: string }
  }
}
