import { importFileLimitBytes } from '#contract/transfer/import-limits.ts'
import { importPagePath } from '#contract/transfer/import-paths.ts'
import * as contract from '#contract/transfer/issue-imports.ts'
import { transact } from '#server/context.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { type Answer, answer, Reply } from '#server/slice.ts'
import { cancelImport } from './cancel.ts'
import { showDialog, showImport, showImportPage } from './queries.ts'
import { stageCsv } from './stage.ts'
import { startImport } from './start.ts'

// The multipart frame around the file counts too.
const bodyLimitBytes = importFileLimitBytes + 1024 * 1024

const about = { about: projectByPath, ability: 'project:import-issues' } as const

export const issueImportAnswers: readonly Answer[] = [
  answer(contract.importIssuesCsv, {
    ...about,
    transaction: 'own',
    bodyLimitBytes,
    run: async (ctx, project, { file, dryRun = false, includeImported }) => {
      const importId = await stageCsv(ctx, project, file)
      if (!dryRun) await transact(ctx, inner => startImport(inner, project, importId, { includeImported }))
      const location = importPagePath(project.fullPath, importId)
      // A form of a page goes on to the page of the import; callers of the API find it in the same header.
      return new Reply<contract.IssueImport>(dryRun ? 201 : 302, await showImport(ctx, project, importId), { location })
    },
  }),
  answer(contract.startIssueImport, {
    ...about,
    run: async (ctx, project, { id, includeImported }) => {
      await startImport(ctx, project, id, { includeImported })
      return showImport(ctx, project, id)
    },
  }),
  answer(contract.cancelIssueImport, {
    ...about,
    run: async (ctx, project, { id }) => {
      await cancelImport(ctx, project, id)
      return null
    },
  }),
  answer(contract.issueImportsDialog, { ...about, run: (ctx, project) => showDialog(ctx, project, 'csv') }),
  answer(contract.issueImportPage, { ...about, run: showImportPage }),
]
