import type { InputOf, ReplyOf } from '#contract/operation.ts'

type MergeRequestListPages = typeof import('#contract/code/merge-requests/merge-request-list-pages.ts')

export type MergeRequestsPageInput = InputOf<MergeRequestListPages['getMergeRequestsPage']>
export type MergeRequestsPageData = ReplyOf<MergeRequestListPages['getMergeRequestsPage']>
export type MergeRequestRowData = MergeRequestsPageData['mergeRequests'][number]
export type DashboardInput = InputOf<MergeRequestListPages['getMergeRequestsDashboard']>
export type DashboardData = ReplyOf<MergeRequestListPages['getMergeRequestsDashboard']>
