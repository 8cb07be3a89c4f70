import type { ReplyOf } from '#contract/operation.ts'
import type { bulkUpdateIssues as bulkUpdateOperation } from '#contract/plan/issues/issue-page-calls.ts'
import { call } from '#web/api/client.ts'
import { bulkUpdateIssues, getGroupIssuesPage, getIssuesPage } from '#web/api/operations.gen.ts'
import { messages } from '#web/plan/messages.ts'
import { ofIssues } from './bulk-edit.ts'
import type { Update } from './bulk-update.ts'

/** The noun of the rows, and the call that changes them. */
export interface BulkKind {
  readonly one: string
  readonly many: string
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

/** Rows that are issues, or incidents alone. @param lists  the reads that show the list */
export const bulkOfIssues = (one: string, lists: readonly string[]): BulkKind => ({
  one,
  many: `${one}s`,
  of: 'issue',
  lists,
  error: messages.bulkUpdate,
  send: (namespace, issuableIds, update) =>
    call(bulkUpdateIssues, { namespace, update: { issuableIds, ...ofIssues(update) } }),
})

export const issueKind = bulkOfIssues('issue', [getIssuesPage.name, getGroupIssuesPage.name])
