import type { ReplyOf } from '#contract/operation.ts'

type MergeRequestPages = typeof import('#contract/code/merge-requests/merge-request-pages.ts')

export type MergeRequestPageData = ReplyOf<MergeRequestPages['getMergeRequestPage']>
export type MergeRequestData = MergeRequestPageData['mergeRequest']
export type ChangesData = ReplyOf<MergeRequestPages['getMergeRequestChangesPage']>
export type VersionData = ChangesData['versions'][number]
export type NewMergeRequestData = ReplyOf<MergeRequestPages['getNewMergeRequestPage']>

export type MergeRequestPipeline = ReplyOf<MergeRequestPages['getMergeRequestPipelinesPage']>['pipelines'][number]
