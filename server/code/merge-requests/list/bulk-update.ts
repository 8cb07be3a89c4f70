import type { Static } from 'typebox'
import type { bulkUpdateMergeRequests } from '#contract/code/merge-request-list-pages.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Unprocessable } from '#server/errors.ts'
import { changesOf } from '#server/plan/issuables/changes-of.ts'
import { changeEach } from '#server/plan/issues/bulk/change-each.ts'
import { mergeRequestById } from '../find.ts'
import { updateMergeRequest } from '../update.ts'

type Update = Static<typeof bulkUpdateMergeRequests.input>['update']

/**
 * Change merge requests of a project one after the other: one that the actor may not change, or whose source branch is gone when it is
 * to be reopened, is passed over.
 *
 * @returns how many changed
 */
export function bulkUpdate(ctx: Context, projectId: number, update: Update): Promise<number> {
  const attributes = changesOf('mergeRequestBulk', update)
  return changeEach(ctx, projectId, update, async id => {
    const mergeRequest = await loadIfAllowed(ctx, 'issuable:update', mergeRequestById, { id })
    if (mergeRequest === null || mergeRequest.namespaceId !== projectId) return null
    try {
      const isChanged = await updateMergeRequest(ctx, mergeRequest, {
        attributes,
        stateEvent: update.stateEvent || undefined,
      })
      return { noteable: mergeRequest, isChanged }
    } catch (error) {
      if (!(error instanceof Unprocessable)) throw error
      return null
    }
  })
}
