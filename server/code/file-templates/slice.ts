import { newFilePage } from '#contract/code/files/file-templates.ts'
import { codeTitles } from '#contract/code/page-titles.ts'
import type { Slice } from '#server/slice.ts'
import { fileTemplatesAnswers } from './answers.ts'

const newFile = {
  name: 'code-new',
  operation: newFilePage,
  title: codeTitles.newFile,
  module: 'code/new/NewFilePage.tsx',
} as const

export const fileTemplates: Slice = {
  name: 'file-templates',
  answers: fileTemplatesAnswers,
  pages: [
    { ...newFile, address: '/:namespace/-/new' },
    { ...newFile, address: '/:namespace/-/new/*' },
  ],
}
