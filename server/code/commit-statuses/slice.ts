import { pipelinePage } from '#contract/code/commits/pipelines.ts'
import { codeTitles } from '#contract/code/page-titles.ts'
import { page } from '#server/page-address.ts'
import type { Slice } from '#server/slice.ts'
import { commitStatusesAnswers } from './answers.ts'

export const commitStatuses: Slice = {
  name: 'commit-statuses',
  answers: commitStatusesAnswers,
  pages: [
    page({
      name: 'pipeline',
      address: '/:namespace/-/pipelines/:pipelineId',
      operation: pipelinePage,
      title: ({ pipeline }) => codeTitles.pipeline(pipeline.iid),
      module: 'code/pipelines/PipelinePage.tsx',
    }),
  ],
}
