import type { InputOf, ReplyOf } from '#contract/operation.ts'
import type { getBulkEdit, startBulkEdit } from '#contract/plan/bulk-edits.ts'
import { CallError, call } from '#web/api/client.ts'
import { undoBulkEdit } from '#web/api/operations.gen.ts'
import { messages } from '#web/plan/messages.ts'
import type { IssuesPageData } from '#web/plan/shapes.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'

type Asked = InputOf<typeof startBulkEdit>

/** The issues of a list, on all its pages. */
export type IssueFilterInput = Asked['filter']
export type IssueUpdate = Asked['update']
export type BulkEdit = ReplyOf<typeof startBulkEdit>
export type Refusals = ReplyOf<typeof getBulkEdit>['refusals']
export type Count = IssuesPageData['counts']['all']

/** An edit whose progress is shown. */
export interface StartedEdit {
  readonly edit: BulkEdit
  /** What the toast says when it has finished: "Closed". */
  readonly done: string
}

/** "1,243", or "more than 1,000". */
export const countText = ({ count, isAtLeast }: Count): string =>
  `${isAtLeast ? 'more than ' : ''}${count.toLocaleString('en')}`

/** Of the inputs of the bar those that issues have. */
export function ofIssues(
  update: IssueUpdate & {
    readonly addReviewerIds?: unknown
    readonly removeReviewerIds?: unknown
    readonly stateChangedAt?: unknown
  },
): IssueUpdate {
  const { addReviewerIds: _add, removeReviewerIds: _remove, stateChangedAt: _at, ...issues } = update
  return issues
}

/** Undo a bulk edit, and show how far that is. */
export async function undoEdit(
  namespace: string,
  bulkEditId: number,
  onStarted: (started: StartedEdit) => void,
): Promise<void> {
  try {
    onStarted({ edit: await call(undoBulkEdit, { namespace, bulkEditId }), done: 'Undone' })
  } catch (error) {
    const reason = error instanceof CallError && error.status === 409 ? error.message : messages.undoFailed
    showToast(reason, { tone: 'danger' })
  }
}
