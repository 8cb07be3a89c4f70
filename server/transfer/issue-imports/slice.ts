import { importPagePath } from '#contract/transfer/import-paths.ts'
import { issueImportPage } from '#contract/transfer/issue-imports.ts'
import { transferTitles } from '#contract/transfer/page-titles.ts'
import { userIdOf } from '#server/context.ts'
import { later, type Slice } from '#server/slice.ts'
import { issueImportAnswers } from './answers.ts'
import { issueImportFields } from './fields.ts'
import { runImport } from './run.ts'
import { removeOldImports } from './sweep.ts'

export const issueImports: Slice = {
  name: 'issue-imports',
  answers: issueImportAnswers,
  fields: issueImportFields,
  followers: [
    later('issue_import.due', (ctx, { payload }) => runImport(ctx, payload.importId, payload.startedAt), {
      takesLong: true,
    }),
  ],
  timedJobs: [{ name: 'remove_old_issue_imports', pattern: '17 4 * * *', run: removeOldImports }],
  topics: {
    'issue-import': async (ctx, id) =>
      (await ctx.db
        .selectFrom('issueImports')
        .select('id')
        .where('id', '=', id)
        .where('userId', '=', userIdOf(ctx))
        .executeTakeFirst()) !== undefined,
  },
  pages: [
    {
      name: 'issue-import',
      address: importPagePath(':namespace', ':id'),
      operation: issueImportPage,
      title: transferTitles.importIssues,
      module: 'plan/issues/imports/ImportPage.tsx',
    },
  ],
}
