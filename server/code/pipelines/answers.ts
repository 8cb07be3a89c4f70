import { getPipeline, listPipelines } from '#contract/code/commits/pipelines.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type Answer, answer } from '#server/slice.ts'
import { showPipeline, showPipelines } from './queries.ts'

const readable = { about: projectByRef, ability: 'project:read-code' } as const

export const pipelinesAnswers: readonly Answer[] = [
  answer(listPipelines, { ...readable, run: showPipelines }),
  answer(getPipeline, {
    ...readable,
    run: (ctx, project, { pipelineId }) => showPipeline(ctx, project, pipelineId),
  }),
]
