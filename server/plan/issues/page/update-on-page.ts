import type { Static } from 'typebox'
import type { updateIssueEntity } from '#contract/plan/issues/issue-page-calls.ts'
import type { Allowed } from '#server/access/load.ts'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Invalid } from '#server/errors.ts'
import { changesOf } from '#server/plan/issuables/changes/changes-of.ts'
import { editedTasks } from '#server/plan/issuables/changes/edit-tasks.ts'
import { problemSentences } from '#server/plan/issuables/changes/problem-sentences.ts'
import { type IssuableRow, issueById } from '#server/plan/issuables/find.ts'
import { Reply } from '#server/slice.ts'
import { updateIssue } from '../update.ts'
import { showEntity } from './issue-json.ts'

type IssueEdit = NonNullable<Static<typeof updateIssueEntity.input>['issue']>

/**
 * Change an issue from its page. A broken rule is answered with 422, a conflict with another user's change with 409,
 * both with whole sentences.
 *
 * @source rest.md 17.1, EDIT-020, TASK-008
 */
export async function updateOnPage(ctx: Context, issue: Allowed<'issuable:update', IssuableRow>, given: IssueEdit) {
  try {
    const edited = await editedTasks(ctx, issue, given)
    if (edited === null)
      await updateIssue(ctx, issue, changesOf('page', given), given.stateEvent ?? null, {
        lockVersion: given.lockVersion,
      })
    else await updateIssue(ctx, issue, { description: edited.description }, null, edited.options)
  } catch (error) {
    if (error instanceof Invalid) return new Reply<{ errors: string[] }>(422, { errors: problemSentences(error) })
    if (error instanceof Conflict) return new Reply<{ errors: string[] }>(409, { errors: [error.message] })
    throw error
  }
  const changed = await load(ctx, 'issuable:read', issueById, { issueId: issue.id })
  return showEntity(ctx, issue.id, changed.facts)
}
