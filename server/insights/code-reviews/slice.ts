import { codeReviewAnalytics, codeReviewsPage, codeReviewsCsv as csv } from '#contract/insights/code-reviews.ts'
import { codeReviewsPath } from '#contract/insights/insight-paths.ts'
import { insightTitles } from '#contract/insights/page-titles.ts'
import { finder } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { findProject, projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { page } from '#server/page-address.ts'
import { answer, type Slice } from '#server/slice.ts'
import { codeReviewsCsv, showCodeReviews, showCodeReviewsPage } from './reviews.ts'

const projectOfQuery = finder(
  'project',
  'Project',
  (ctx: Context, { projectId }: { readonly projectId: number | string }) => findProject(ctx, projectId),
)

/** How long open merge requests have been in review. */
export const codeReviews: Slice = {
  name: 'code-reviews',
  answers: [
    answer(codeReviewAnalytics, {
      about: projectOfQuery,
      ability: 'project:read-review-insights',
      run: showCodeReviews,
    }),
    answer(codeReviewsPage, {
      about: projectByPath,
      ability: 'project:read-review-insights',
      run: showCodeReviewsPage,
    }),
    answer(csv, {
      about: projectByPath,
      ability: 'project:read-review-insights',
      run: async (ctx, project, input) => codeReviewsCsv(ctx, project, input),
    }),
  ],
  pages: [
    page({
      name: 'code-reviews',
      address: codeReviewsPath(':namespace'),
      operation: codeReviewsPage,
      title: insightTitles.codeReviews,
      module: 'insights/code-reviews/CodeReviewsPage.tsx',
    }),
  ],
}
