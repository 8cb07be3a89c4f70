import type { PipelineState } from '#contract/code/commits/pipeline-status.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'commit_status.reported': {
      readonly projectId: number
      readonly sha: string
      readonly ref: string
      readonly isTag: boolean
      readonly name: string
      readonly state: PipelineState
      readonly targetUrl: string | null
    }
  }
}
