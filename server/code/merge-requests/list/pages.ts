import {
  getGroupMergeRequestsPage,
  getMergeRequestsDashboard,
  getMergeRequestsPage,
} from '#contract/code/merge-requests/merge-request-list-pages.ts'
import { turnsOnHome } from '#contract/code/merge-requests/turns-on-home.ts'
import { dashboardPage } from '#contract/foundation/namespaces.ts'
import { pagesPath } from '#contract/issuable-kinds.ts'
import { readListWords } from '#contract/plan/lists/list-words.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { type PageAddress, pagePart } from '#server/page-address.ts'

export const turnOnHome = pagePart(dashboardPage, {
  module: 'code/merge-requests/list/TurnOnHome.tsx',
  // Visitors have neither.
  asksFirst: ({ projects, groups }) =>
    projects.length + groups.length > 0 ? { operation: getMergeRequestsDashboard, input: turnsOnHome } : null,
})

export const mergeRequestListPages: readonly PageAddress[] = [
  {
    name: 'merge-requests',
    address: pagesPath('merge_request', ':namespace'),
    operation: getMergeRequestsPage,
    title: planTitles.mergeRequests,
    readWords: readListWords,
    module: 'code/merge-requests/list/MergeRequestsPage.tsx',
  },
  {
    name: 'group-merge-requests',
    address: pagesPath('merge_request', ':namespace', 'group'),
    operation: getGroupMergeRequestsPage,
    title: planTitles.mergeRequests,
    readWords: readListWords,
    module: 'code/merge-requests/list/MergeRequestsPage.tsx',
  },
  {
    name: 'dashboard-merge-requests',
    address: '/dashboard/merge_requests',
    operation: getMergeRequestsDashboard,
    title: planTitles.mergeRequests,
    module: 'code/merge-requests/list/DashboardPage.tsx',
  },
]
