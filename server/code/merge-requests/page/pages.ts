import { getConflictsPage } from '#contract/code/merge-requests/merge-request-conflicts.ts'
import { mergeRequestDiscussionPage } from '#contract/code/merge-requests/merge-request-discussion.ts'
import { getMergeRequestPage, getNewMergeRequestPage } from '#contract/code/merge-requests/merge-request-pages.ts'
import { codeTitles, type mergeRequestTabs } from '#contract/code/page-titles.ts'
import { newPagePath, pagesPath } from '#contract/issuable-kinds.ts'
import { issueTitles } from '#contract/plan/issue-titles.ts'
import { firstDiscussions } from '#server/discuss/notes/page/first-discussions.ts'
import { type PageAddress, page, previewOfIssuable } from '#server/page-address.ts'
import { summaryOf } from '#server/platform/text/summary.ts'

const ofProject = pagesPath('merge_request', ':namespace')

const mergeRequestPage = (tab: keyof typeof mergeRequestTabs): PageAddress =>
  page({
    name: 'merge-request',
    address: tab === 'overview' ? `${ofProject}/:iid` : `${ofProject}/:iid/${tab}`,
    operation: getMergeRequestPage,
    title: ({ merge_request: { title, reference } }) =>
      codeTitles.mergeRequest(issueTitles.issuable(title, reference.short), tab),
    description: reply => summaryOf(reply.merge_request.description_html),
    preview: reply => previewOfIssuable(reply.merge_request),
    module: 'code/merge-requests/page/MergeRequestPage.tsx',
    // The other tabs show no comments, or read those of the changes.
    asksFirst: ({ namespace }, { merge_request: { iid }, viewer }) =>
      tab === 'overview'
        ? firstDiscussions(mergeRequestDiscussionPage.listPageDiscussions, { namespace, iid }, viewer.notes_filter)
        : null,
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
  mergeRequestPage('overview'),
  mergeRequestPage('commits'),
  mergeRequestPage('pipelines'),
  mergeRequestPage('diffs'),
]
