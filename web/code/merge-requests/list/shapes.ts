import type { InputOf, ReplyOf } from '#contract/operation.ts'

type Pages = typeof import('#contract/code/merge-requests/merge-request-list-pages.ts')

export type MergeRequestsPageInput = InputOf<Pages['getMergeRequestsPage']>
export type MergeRequestsPageData = ReplyOf<Pages['getMergeRequestsPage']>
export type MergeRequestRowData = MergeRequestsPageData['mergeRequests'][number]
export type DashboardInput = InputOf<Pages['getMergeRequestsDashboard']>
export type DashboardData = ReplyOf<Pages['getMergeRequestsDashboard']>
