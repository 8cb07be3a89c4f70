import type { ReplyOf } from '#contract/operation.ts'
import type { bulkUpdateIssues as bulkUpdateOperation } from '#contract/plan/issues/issue-page-calls.ts'
import { call } from '#web/api/client.ts'
import { bulkUpdateIssues, getGroupIssuesPage, getIssuesPage } from '#web/api/operations.gen.ts'
import { messages } from '#web/plan/messages.ts'
import { ofIssues } from './bulk-edit.ts'
import type { Update } from './bulk-update.ts'

/** How rows of one kind are changed. */
export interface BulkKind {
  readonly of: 'issue' | 'merge_request' | 'epic'
  /** The reads that show the list. */
  readonly lists: readonly string[]
  readonly error: string
  readonly send: (
    namespace: string,
    issuableIds: string,
    update: Update,
  ) => Promise<ReplyOf<typeof bulkUpdateOperation>>
}

/** A list whose rows are changed, as its description (`list-description.ts`) names them. */
export interface BulkedList {
  /** One of its rows, and several: "issue", "issues". */
  readonly noun: string
  readonly nouns: string
  readonly bulk: BulkKind
}

/** Rows that are issues, or incidents alone. @param lists  the reads that show the list */
export const bulkOfIssues = (lists: readonly string[]): BulkKind => ({
  of: 'issue',
  lists,
  error: messages.bulkUpdate,
  send: (namespace, issuableIds, update) =>
    call(bulkUpdateIssues, { namespace, update: { issuableIds, ...ofIssues(update) } }),
})

export const listOfIssues = {
  noun: 'issue',
  nouns: 'issues',
  bulk: bulkOfIssues([getIssuesPage.name, getGroupIssuesPage.name]),
} as const satisfies BulkedList
