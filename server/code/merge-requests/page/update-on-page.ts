import type { Static } from 'typebox'
import type { updateMergeRequestEntity } from '#contract/code/merge-requests/merge-request-pages.ts'
import { pagePath } from '#contract/issuable-kinds.ts'
import { type Allowed, load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Invalid, Malformed, Unprocessable } from '#server/errors.ts'
import { changesOf } from '#server/plan/issuables/changes/changes-of.ts'
import { editedTasks } from '#server/plan/issuables/changes/edit-tasks.ts'
import { problemSentences } from '#server/plan/issuables/changes/problem-sentences.ts'
import { Reply } from '#server/slice.ts'
import { setBlocks } from '../dependencies/change.ts'
import { namedMergeRequests } from '../dependencies/named.ts'
import { type MergeRequestRow, mergeRequestById } from '../find.ts'
import { updateMergeRequest } from '../update.ts'

type MergeRequestEdit = NonNullable<Static<typeof updateMergeRequestEntity.input>['mergeRequest']>

/**
 * Change a merge request from its page. A broken rule is answered with 422, a conflict with another user's change with
 * 409, both with whole sentences.
 */
export async function updateOnPage(
  ctx: Context,
  mergeRequest: Allowed<'issuable:update', MergeRequestRow>,
  given: MergeRequestEdit,
) {
  try {
    const { lockVersion, addBlockingReferences, ...rest } = given
    const { stateEvent, targetBranch, squash, removeSourceBranch, allowCollaboration, mergeAfter } = rest
    const edited = await editedTasks(ctx, mergeRequest, given)
    if (edited === null) {
      const attributes = changesOf('mergeRequestPage', given)
      const options = { targetBranch, squash, removeSourceBranch, allowCollaboration, mergeAfter }
      await updateMergeRequest(ctx, mergeRequest, { attributes, stateEvent, ...options }, { lockVersion })
      if (addBlockingReferences !== undefined) await dependOn(ctx, mergeRequest, addBlockingReferences)
    } else {
      const attributes = { description: edited.description }
      await updateMergeRequest(ctx, mergeRequest, { attributes }, edited.options)
    }
  } catch (error) {
    if (error instanceof Invalid) return new Reply<{ errors: string[] }>(422, { errors: problemSentences(error) })
    if (error instanceof Unprocessable) return new Reply<{ errors: string[] }>(422, { errors: [error.message] })
    if (error instanceof Conflict) return new Reply<{ errors: string[] }>(409, { errors: [error.message] })
    throw error
  }
  const { id, title, description, lockVersion, namespacePath, iid } = await load(
    ctx,
    'issuable:read',
    mergeRequestById,
    { id: mergeRequest.id },
  )
  const webUrl = `${ctx.services.settings.externalUrl}${pagePath('merge_request', namespacePath, iid)}`
  return { id, title, description, lockVersion, webUrl }
}

/** @throws Unprocessable  a reference names none that the actor may know of, or one that cannot be waited for */
async function dependOn(
  ctx: Context,
  mergeRequest: Allowed<'issuable:update', MergeRequestRow>,
  references: readonly string[],
): Promise<void> {
  try {
    await setBlocks(ctx, mergeRequest, await namedMergeRequests(ctx, mergeRequest, references), { keepsOthers: true })
  } catch (error) {
    throw error instanceof Malformed ? new Unprocessable(error.message, { cause: error }) : error
  }
}
