import type { InputOf } from '#contract/operation.ts'
import type { startBulkEdit } from '#contract/plan/changes/bulk-edits.ts'
import type { IssuesPageData } from '#web/plan/shapes.ts'

type BulkEditInput = InputOf<typeof startBulkEdit>

/** The issues of a list, on all its pages. */
export type IssueFilterInput = BulkEditInput['filter']
export type IssueUpdate = BulkEditInput['update']
export type Count = IssuesPageData['counts']['all']

/** "1,243", or "more than 1,000". */
export const countText = ({ count, isAtLeast }: Count): string =>
  `${isAtLeast ? 'more than ' : ''}${count.toLocaleString('en')}`

/** The inputs of the bar that issues have. */
export function ofIssues(
  update: IssueUpdate & {
    readonly addReviewerIds?: unknown
    readonly removeReviewerIds?: unknown
    readonly parentId?: unknown
  },
): IssueUpdate {
  const { addReviewerIds: _add, removeReviewerIds: _remove, parentId: _parent, ...issues } = update
  return issues
}
