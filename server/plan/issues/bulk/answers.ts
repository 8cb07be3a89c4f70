import * as contract from '#contract/plan/bulk-edits.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { type Answer, answer } from '#server/slice.ts'
import { findBulkEdit, refusalsOf } from './find.ts'
import { previewEdit } from './preview.ts'
import { startBulkEdit, undoBulkEdit } from './start.ts'

export const bulkEditAnswers: readonly Answer[] = [
  answer(contract.previewBulkEdit, {
    about: projectByPath,
    ability: 'project:bulk-update-issues',
    // It only reads, and takes a while for many issues.
    transaction: 'own',
    run: (ctx, project, { filter, update }) => previewEdit(ctx, project, filter, update),
  }),
  answer(contract.startBulkEdit, {
    about: projectByPath,
    ability: 'project:bulk-update-issues',
    run: (ctx, project, { filter, update }) => startBulkEdit(ctx, project, filter, update),
  }),
  answer(contract.getBulkEdit, {
    about: projectByPath,
    ability: 'project:read-issues',
    run: async (ctx, project, { bulkEditId }) => ({
      ...(await findBulkEdit(ctx, project.id, bulkEditId)),
      refusals: await refusalsOf(
        ctx,
        bulkEditId,
        visibleIssuables(ctx.actor, 'i', { series: 'issue', within: project.facts }),
      ),
    }),
  }),
  answer(contract.undoBulkEdit, {
    about: projectByPath,
    ability: 'project:bulk-update-issues',
    run: (ctx, project, { bulkEditId }) => undoBulkEdit(ctx, project, bulkEditId),
  }),
]
