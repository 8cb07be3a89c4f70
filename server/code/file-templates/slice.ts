import { newFilePage } from '#contract/code/file-templates.ts'
import type { Slice } from '#server/slice.ts'
import { fileTemplatesAnswers } from './answers.ts'

export const fileTemplates: Slice = {
  name: 'file-templates',
  answers: fileTemplatesAnswers,
  pages: [
    { name: 'code-new', address: '/:namespace/-/new', operation: newFilePage },
    { name: 'code-new', address: '/:namespace/-/new/*', operation: newFilePage },
  ],
}
