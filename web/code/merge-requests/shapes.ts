import type { ReplyOf } from '#contract/operation.ts'

type Pages = typeof import('#contract/code/merge-requests/merge-request-pages.ts')

export type MergeRequestPageData = ReplyOf<Pages['getMergeRequestPage']>
export type MergeRequestData = MergeRequestPageData['mergeRequest']
export type ChangesData = ReplyOf<Pages['getMergeRequestChangesPage']>
export type VersionData = ChangesData['versions'][number]
export type NewMergeRequestData = ReplyOf<Pages['getNewMergeRequestPage']>

export type MergeRequestPipeline = ReplyOf<Pages['getMergeRequestPipelinesPage']>['pipelines'][number]
