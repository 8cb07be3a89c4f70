import { type Static, Type } from 'typebox'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { Milestone } from '#contract/plan/shapes.ts'
import { Bytes, DateTime, NamespaceRef, Nullable, Page } from '#contract/shapes.ts'

const operation = operationsOf('Code review analytics')

/** An open merge request in review. @source rest.md 15.1 */
export const ReviewedMergeRequest = Type.Object({
  id: Type.Integer(),
  iid: Type.Integer(),
  projectId: Type.Integer(),
  title: Type.String(),
  description: Nullable(Type.String()),
  state: Type.String(),
  createdAt: DateTime,
  updatedAt: DateTime,
  webUrl: Type.String(),
  milestone: Nullable(Milestone),
  author: UserBasic,
  approvedBy: Type.Array(UserBasic),
  notesCount: Type.Integer(),
  /** Whole hours since someone other than the author first commented on it. */
  reviewTime: Type.Integer(),
  /** Zeros where the reader may not read the code. */
  diffStats: Type.Object({
    additions: Type.Integer(),
    deletions: Type.Integer(),
    total: Type.Integer(),
    commitsCount: Type.Integer(),
  }),
})
export type ReviewedMergeRequest = Static<typeof ReviewedMergeRequest>

const filters = {
  labelName: Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { maxItems: 20 })),
  milestoneTitle: Type.Optional(Type.String({ maxLength: 255 })),
}

export const codeReviewAnalytics = operation({
  name: 'getCodeReviewAnalytics',
  summary: 'List open merge requests in review, the longest first',
  at: 'GET /analytics/code_review',
  input: Type.Object({ projectId: NamespaceRef, ...filters, ...Page }),
  reply: Type.Array(ReviewedMergeRequest),
})

const page = operationsOf('Insight pages')

const shown = {
  namespace: Type.String({ maxLength: 1000 }),
  /** The merge requests that nobody but their authors has commented on, the oldest first, instead of those in review. */
  waiting: Type.Optional(Type.Boolean()),
}

export const codeReviewsCsv = page({
  name: 'downloadCodeReviews',
  summary: 'Download the open merge requests in review, or those that wait for it, as CSV',
  at: 'GET /:namespace/-/analytics/code_reviews.csv',
  input: Type.Object(shown),
  reply: Bytes,
})

export const codeReviewsPage = page({
  name: 'getCodeReviewsPage',
  summary: 'Get data for the code reviews page of a project',
  at: 'GET /-/pages/code_reviews',
  input: Type.Object({ ...shown, page: Page.page }),
  reply: Type.Object({
    namespace: PlaceHeader,
    mergeRequests: Type.Array(ReviewedMergeRequest),
    total: Type.Integer(),
    hasNext: Type.Boolean(),
    /** The moment since which half of them have been in review; null where there are none. */
    medianSince: Nullable(DateTime),
    /** Open merge requests that nobody but their authors has commented on. */
    unreviewed: Type.Integer(),
  }),
})
export type CodeReviewsPage = Static<typeof codeReviewsPage.reply>
