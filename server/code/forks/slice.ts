import { forksPage, newForkPage } from '#contract/code/forks.ts'
import { codeTitles } from '#contract/code/page-titles.ts'
import { later, on, type Slice } from '#server/slice.ts'
import { forksAnswers } from './answers.ts'
import { copyFork } from './copy.ts'
import './events.ts'
import { forksFields } from './fields.ts'
import { followVisibility } from './relation.ts'

export const forks: Slice = {
  name: 'forks',
  answers: forksAnswers,
  fields: forksFields,
  followers: [
    later('project.forked', (ctx, { payload }) => copyFork(ctx, payload)),
    on(
      'project.updated',
      (ctx, { payload }) => followVisibility(ctx, payload.projectId),
      ({ fields }) => fields.includes('visibility'),
    ),
  ],
  pages: [
    {
      name: 'forks',
      address: '/:namespace/-/forks',
      operation: forksPage,
      title: codeTitles.forks,
      module: 'code/forks/ForksPage.tsx',
    },
    {
      name: 'new-fork',
      address: '/:namespace/-/forks/new',
      operation: newForkPage,
      title: codeTitles.newFork,
      module: 'code/forks/NewForkPage.tsx',
    },
  ],
}
