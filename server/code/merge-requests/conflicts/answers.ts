import * as contract from '#contract/code/merge-requests/merge-request-conflicts.ts'
import { load, loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type Answer, answer } from '#server/slice.ts'
import { pushableByRef } from '../../collaboration/pushable.ts'
import { refGuard } from '../../protected-refs/guard.ts'
import { presentPlace } from '../../repository/present-on-page.ts'
import { mergeRequestOfAddress, type ReadableMergeRequest } from '../find.ts'
import { messages as common } from '../messages.ts'
import { presentConflicts } from './present.ts'
import { conflictedPaths, conflictsOf, contentToEdit } from './read.ts'
import { resolveMergeConflicts } from './resolve.ts'

const readable = { about: mergeRequestOfAddress, ability: 'issuable:read' } as const

export const conflictAnswers: readonly Answer[] = [
  answer(contract.getConflictsPage, {
    ...readable,
    run: async (ctx, mergeRequest) => {
      const project = await load(ctx, 'project:read-code', projectByRef, { id: mergeRequest.namespaceId })
      const { id, iid, title } = mergeRequest
      const shown = { place: await presentPlace(ctx, project, false), mergeRequest: { id, iid, title } }
      try {
        const found = await conflictsOf(ctx, mergeRequest)
        const problem = (await mayResolve(ctx, mergeRequest)) ? null : common.noPushRight
        return { ...shown, problem, conflicts: problem === null ? presentConflicts(mergeRequest, found) : null }
      } catch (error) {
        if (error instanceof Conflict) return { ...shown, problem: error.message, conflicts: null }
        throw error
      }
    },
  }),
  answer(contract.listConflictedPaths, {
    ...readable,
    run: async (ctx, mergeRequest) => {
      await load(ctx, 'project:read-code', projectByRef, { id: mergeRequest.namespaceId })
      return { paths: await conflictedPaths(ctx, mergeRequest) }
    },
  }),
  answer(contract.getConflicts, {
    ...readable,
    run: async (ctx, mergeRequest) => {
      await load(ctx, 'project:read-code', projectByRef, { id: mergeRequest.namespaceId })
      return presentConflicts(mergeRequest, await conflictsOf(ctx, mergeRequest))
    },
  }),
  answer(contract.getConflictContent, {
    ...readable,
    run: async (ctx, mergeRequest, { newPath }) => {
      await load(ctx, 'project:read-code', projectByRef, { id: mergeRequest.namespaceId })
      return { content: await contentToEdit(ctx, mergeRequest, newPath) }
    },
  }),
  answer(contract.resolveConflicts, {
    ...readable,
    transaction: 'own',
    run: (ctx, mergeRequest, input) => resolveMergeConflicts(ctx, mergeRequest, input),
  }),
]

async function mayResolve(ctx: Context, { sourceProjectId, sourceBranch }: ReadableMergeRequest): Promise<boolean> {
  const source =
    sourceProjectId === null
      ? null
      : await loadIfAllowed(ctx, 'project:push-branch', pushableByRef, { id: sourceProjectId })
  return source !== null && (await refGuard(ctx, source)).of('branch', sourceBranch).canPush
}
