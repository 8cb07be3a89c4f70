import type { bulkUpdateMergeRequests } from '#contract/code/merge-requests/merge-request-list-pages.ts'
import type { InputOf } from '#contract/operation.ts'
import type { bulkUpdateIssues as bulkUpdateOperation } from '#contract/plan/issues/issue-page-calls.ts'
import type { IssueRowData } from '#web/plan/shapes.ts'

type IssueUpdate = Omit<InputOf<typeof bulkUpdateOperation>['update'], 'issuableIds'>
type OfMergeRequests = InputOf<typeof bulkUpdateMergeRequests>['update']
export type Update = IssueUpdate & Pick<OfMergeRequests, 'addReviewerIds' | 'removeReviewerIds'>

export interface Row extends Pick<IssueRowData, 'id' | 'labels' | 'assignees' | 'webPath'> {
  readonly state: string
  /** Of issues. */
  readonly type?: string
  /** Of merge requests. */
  readonly reviewers?: IssueRowData['assignees']
}
