import { pickMergeRequest } from '#contract/code/commits/picks.ts'
import * as diffs from '#contract/code/merge-requests/merge-request-diffs.ts'
import * as contract from '#contract/code/merge-requests/merge-request-pages.ts'
import * as widgets from '#contract/code/merge-requests/merge-request-widgets.ts'
import { pagesPath } from '#contract/issuable-kinds.ts'
import type { Context } from '#server/context.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { projectsOfNetwork } from '#server/foundation/projects/fork-network.ts'
import { type Answer, answer, Reply, StreamReply } from '#server/slice.ts'
import { safeHeaders } from '../../repository/files/raw.ts'
import { rawChanges } from '../changes.ts'
import { deleteMergeRequest } from '../delete.ts'
import { showDiffBatch, showDiffForPath, showDiffs, showDiffsMetadata } from '../diff-files.ts'
import { mergeRequestOfAddress, type ReadableMergeRequest } from '../find.ts'
import { pickMerged } from '../merge/pick.ts'
import { showEntity } from './entity.ts'
import { showNewMergeRequest } from './new-page.ts'
import { showChanges, showCommits, showMergeRequestPage } from './page.ts'
import { showPipelines } from './pipelines.ts'
import { updateOnPage } from './update-on-page.ts'
import { showWidget } from './widget.ts'

const readable = { about: mergeRequestOfAddress, ability: 'issuable:read' } as const

/** The calls of merge request pages besides the public API. */
export const mergeRequestPageAnswers: readonly Answer[] = [
  answer(contract.getMergeRequestPage, { ...readable, run: showMergeRequestPage }),
  answer(contract.showMergeRequestPatch, { ...readable, run: (ctx, it) => sendAsText(ctx, it, 'patch') }),
  answer(contract.showMergeRequestDiff, { ...readable, run: (ctx, it) => sendAsText(ctx, it, 'diff') }),
  answer(contract.getMergeRequestCommitsPage, { ...readable, run: showCommits }),
  answer(contract.getMergeRequestPipelinesPage, { ...readable, run: showPipelines }),
  answer(contract.getMergeRequestChangesPage, { ...readable, run: showChanges }),
  answer(diffs.getMergeRequestDiffBatch, { ...readable, run: showDiffBatch }),
  answer(diffs.getMergeRequestDiffForPath, { ...readable, run: showDiffForPath }),
  answer(diffs.getMergeRequestDiffsMetadata, { ...readable, run: showDiffsMetadata }),
  answer(diffs.getMergeRequestDiffs, { ...readable, run: showDiffs }),
  answer(widgets.getMergeRequestWidget, { ...readable, run: showWidget }),
  answer(widgets.getMergeRequestCachedWidget, { ...readable, run: showWidget }),
  answer(pickMergeRequest, {
    ...readable,
    transaction: 'own',
    run: (ctx, mergeRequest, input) => pickMerged(ctx, mergeRequest, input),
  }),
  answer(contract.getNewMergeRequestPage, {
    about: projectByPath,
    ability: 'project:create-merge-request',
    run: showNewMergeRequest,
  }),
  answer(contract.mergeRequestTargets, {
    about: projectByPath,
    ability: 'project:create-merge-request',
    run: (ctx, project, { search }) => projectsOfNetwork(ctx, project, 'merge_request', search),
  }),
  answer(contract.getMergeRequestEntity, { ...readable, run: showEntity }),
  answer(contract.updateMergeRequestEntity, {
    about: mergeRequestOfAddress,
    ability: 'issuable:update',
    run: (ctx, found, { namespace: _namespace, iid: _iid, mergeRequest, ...beside }) =>
      updateOnPage(ctx, found, { ...beside, ...mergeRequest }),
  }),
  answer(contract.deleteMergeRequestEntity, {
    about: mergeRequestOfAddress,
    ability: 'issuable:delete',
    run: async (ctx, mergeRequest, { destroyConfirm }) => {
      if (!destroyConfirm)
        return new Reply<{ errors: string[] }>(422, {
          errors: ['Destroy confirmation not provided for merge request'],
        })
      await deleteMergeRequest(ctx, mergeRequest)
      return { webUrl: `${ctx.services.settings.externalUrl}${pagesPath('merge_request', mergeRequest.namespacePath)}` }
    },
  }),
]

async function sendAsText(
  ctx: Context,
  mergeRequest: ReadableMergeRequest,
  form: 'patch' | 'diff',
): Promise<StreamReply> {
  const headers = { 'content-type': 'text/plain; charset=utf-8', ...safeHeaders('text/plain') }
  return new StreamReply(await rawChanges(ctx, mergeRequest, form), headers)
}
