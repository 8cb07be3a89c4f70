import { planTitles } from '#contract/plan/page-titles.ts'
import { onCallImportLimits } from '#contract/transfer/on-call-import-rules.ts'
import { getOnCallImportPage, importOnCall, previewOnCallImport } from '#contract/transfer/on-call-imports.ts'
import { aMinute, limitTo } from '#server/access/rate-limits.ts'
import { projectByPath, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { answer, type Slice } from '#server/slice.ts'
import { planImport } from './plan.ts'
import { runImport } from './run.ts'

const managed = {
  about: projectByRef,
  ability: 'project:admin-escalations',
  bodyLimitBytes: onCallImportLimits.bytes,
} as const

/** Each reads what may be many large files. */
const limit = limitTo(aMinute.onCallImports)

/** Schedules and escalation policies from the exports of other tools. */
export const onCallImports: Slice = {
  name: 'on-call-imports',
  answers: [
    answer(previewOnCallImport, {
      ...managed,
      run: async (ctx, { id }, input) => {
        limit(ctx)
        return (await planImport(ctx, id, input)).shown
      },
    }),
    answer(importOnCall, {
      ...managed,
      run: (ctx, project, input) => {
        limit(ctx)
        return runImport(ctx, project, input)
      },
    }),
    answer(getOnCallImportPage, {
      about: projectByPath,
      ability: 'project:admin-escalations',
      run: async (ctx, project) => ({ namespace: await showHeader(ctx, project) }),
    }),
  ],
  pages: [
    {
      name: 'on-call-import',
      address: '/:namespace/-/oncall_import',
      operation: getOnCallImportPage,
      title: planTitles.onCallImport,
      module: 'plan/on-call/import/ImportPage.tsx',
    },
  ],
}
