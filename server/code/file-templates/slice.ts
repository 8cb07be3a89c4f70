import { newFilePage } from '#contract/code/file-templates.ts'
import { codeTitles } from '#contract/code/page-titles.ts'
import type { Slice } from '#server/slice.ts'
import { fileTemplatesAnswers } from './answers.ts'

export const fileTemplates: Slice = {
  name: 'file-templates',
  answers: fileTemplatesAnswers,
  pages: [
    { name: 'code-new', address: '/:namespace/-/new', operation: newFilePage, title: codeTitles.newFile },
    { name: 'code-new', address: '/:namespace/-/new/*', operation: newFilePage, title: codeTitles.newFile },
  ],
}
