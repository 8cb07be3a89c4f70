import { load } from '#server/access/load.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { mutation } from '#server/graphql/mutation.ts'
import { requestExport } from '#server/plan/exports/mail-csv.ts'
import { projectPlace } from '#server/plan/lists/exported-scope.ts'
import { exportedItems, exportFields } from '../export.ts'
import { itemFilterFields } from '../filter-fields.ts'

/** A file of the work items of a project, by email. @source graphql.md 9.7 */
export function exportMutations(): void {
  const Field = builder.enumType('AvailableExportFields', { values: words(exportFields) })
  for (const name of ['workItemsCsvExport', 'workItemExport'])
    mutation(name, {
      description: 'Email yourself the work items of a project that match a filter, as CSV.',
      input: t => ({
        projectPath: t.id({ required: true }),
        selectedFields: t.field({
          type: [Field],
          description: 'Columns of the file, in this order. All of them by default.',
        }),
        ...itemFilterFields(t),
      }),
      run: async (ctx, { projectPath, ...asked }) => {
        const project = await load(ctx, 'project:read-issues', projectByRef, { id: projectPath })
        return requestExport(ctx, 'work_item', await exportedItems(ctx, projectPlace(project), asked), asked)
      },
      payload: t => ({ message: t.string({ resolve: ({ message }) => message ?? null }) }),
    })
}
