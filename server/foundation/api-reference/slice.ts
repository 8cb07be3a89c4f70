import { apiReference as operation } from '#contract/foundation/api-reference.ts'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import type { Slice } from '#server/slice.ts'
import { apiReferenceAnswers } from './answers.ts'

export const apiReference: Slice = {
  name: 'api-reference',
  answers: apiReferenceAnswers,
  pages: [
    {
      name: 'api-reference',
      address: '/-/api',
      operation,
      title: foundationTitles.apiReference,
      module: 'foundation/api-reference/ApiReferencePage.tsx',
    },
  ],
}
