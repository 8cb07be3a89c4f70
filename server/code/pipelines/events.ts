import type { PipelineState } from '#contract/code/commits/pipeline-status.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** A status of a commit was reported; `before` is null for the first one of the pipeline. */
    'pipeline.changed': {
      readonly projectId: number
      readonly pipelineId: number
      readonly sha: string
      readonly ref: string
      readonly before: PipelineState | null
      readonly status: PipelineState
    }
  }
}
