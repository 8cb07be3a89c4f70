import { load } from '#server/access/load.ts'
import { transact } from '#server/context.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { mutation } from '#server/graphql/mutation.ts'
import { stageCsv } from './stage.ts'
import { startImport } from './start.ts'

/** @source graphql.md 9.7 */
export function issueImportFields(): void {
  mutation('workItemsCsvImport', {
    description: 'Import work items into a project from a CSV file.',
    transaction: 'own',
    input: t => ({
      projectPath: t.id({ required: true }),
      file: t.field({ type: 'Upload', required: true }),
    }),
    run: async (ctx, { projectPath, file }): Promise<{ readonly message: string }> => {
      const project = await load(ctx, 'project:import-issues', projectByPath, { namespace: projectPath })
      const importId = await stageCsv(ctx, project, file)
      await transact(ctx, inner => startImport(inner, project, importId))
      return { message: 'The import was started.' }
    },
    payload: t => ({ message: t.string({ resolve: ({ message }) => message ?? null }) }),
  })
}
