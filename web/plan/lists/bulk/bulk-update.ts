import type { bulkUpdateMergeRequests } from '#contract/code/merge-requests/merge-request-list-pages.ts'
import type { InputOf } from '#contract/operation.ts'
import type { bulkUpdateGroupEpics } from '#contract/plan/epics/epic-pages.ts'
import type { bulkUpdateIssues as bulkUpdateOperation } from '#contract/plan/issues/issue-page-calls.ts'
import type { IssueRowData } from '#web/plan/shapes.ts'

type IssueUpdate = Omit<InputOf<typeof bulkUpdateOperation>['update'], 'issuableIds'>
type OfMergeRequests = InputOf<typeof bulkUpdateMergeRequests>['update']
type OfEpics = InputOf<typeof bulkUpdateGroupEpics>['update']
export type Update = IssueUpdate &
  Pick<OfMergeRequests, 'addReviewerIds' | 'removeReviewerIds'> &
  Pick<OfEpics, 'parentId'>

export interface Row extends Pick<IssueRowData, 'id' | 'labels' | 'webPath' | 'title' | 'reference'> {
  readonly assignees: IssueRowData['assignees']
  readonly state: string
  /** The type of the issues. */
  readonly type?: string
  /** The reviewers of merge requests. */
  readonly reviewers?: IssueRowData['assignees']
}

/** Rows that are to go to another project, or to be copied to one. */
export interface RowsToMove {
  readonly verb: 'move' | 'clone'
  readonly rows: readonly Row[]
}
