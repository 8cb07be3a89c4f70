import { getConflictsPage } from '#contract/code/merge-requests/merge-request-conflicts.ts'
import { getMergeRequestPage, getNewMergeRequestPage } from '#contract/code/merge-requests/merge-request-pages.ts'
import { codeTitles } from '#contract/code/page-titles.ts'
import { newPagePath, pagesPath } from '#contract/issuable-kinds.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { type PageAddress, page } from '#server/page-address.ts'
import { summaryOf } from '#server/platform/text/summary.ts'

const ofProject = pagesPath('merge_request', ':namespace')

const mergeRequestPage = (address: string): PageAddress =>
  page({
    name: 'merge-request',
    address,
    operation: getMergeRequestPage,
    title: reply => planTitles.issuable(reply.merge_request.title, reply.merge_request.reference.short),
    description: reply => summaryOf(reply.merge_request.description_html),
    module: 'code/merge-requests/page/MergeRequestPage.tsx',
    // The moment of the request is nothing that is seen: a drawing outlives it.
    firstView: reply => ({ ...reply, notes_data: { ...reply.notes_data, last_fetched_at: 0 } }),
  })

export const mergeRequestPages: readonly PageAddress[] = [
  {
    name: 'new-merge-request',
    address: newPagePath('merge_request', ':namespace'),
    operation: getNewMergeRequestPage,
    title: codeTitles.newMergeRequest,
    module: 'code/merge-requests/new/NewMergeRequestPage.tsx',
  },
  {
    name: 'merge-request-conflicts',
    address: `${ofProject}/:iid/conflicts`,
    operation: getConflictsPage,
    title: codeTitles.conflicts,
    module: 'code/merge-requests/conflicts/ConflictsPage.tsx',
  },
  mergeRequestPage(`${ofProject}/:iid`),
  mergeRequestPage(`${ofProject}/:iid/commits`),
  mergeRequestPage(`${ofProject}/:iid/pipelines`),
  mergeRequestPage(`${ofProject}/:iid/diffs`),
]
