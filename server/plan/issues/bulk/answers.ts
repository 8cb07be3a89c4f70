import * as contract from '#contract/plan/changes/bulk-edits.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { type Answer, answer } from '#server/slice.ts'
import { previewEdit } from './preview.ts'
import { startBulkEdit } from './start.ts'

export const bulkEditAnswers: readonly Answer[] = [
  answer(contract.previewBulkEdit, {
    about: projectByPath,
    ability: 'project:bulk-update-issues',
    // The preview only reads, and takes a while for many issues.
    transaction: 'own',
    run: (ctx, project, { filter, update }) => previewEdit(ctx, project, filter, update),
  }),
  answer(contract.startBulkEdit, {
    about: projectByPath,
    ability: 'project:bulk-update-issues',
    run: (ctx, project, { filter, update }) => startBulkEdit(ctx, project, filter, update),
  }),
]
