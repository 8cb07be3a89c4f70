import {
  getGroupMergeRequestsPage,
  getMergeRequestsDashboard,
  getMergeRequestsPage,
} from '#contract/code/merge-request-list-pages.ts'
import { codeTitles } from '#contract/code/page-titles.ts'
import { pagesPath } from '#contract/issuable-kinds.ts'
import type { PageAddress } from '#server/page-address.ts'

export const mergeRequestListPages: readonly PageAddress[] = [
  {
    name: 'merge-requests',
    address: pagesPath('merge_request', ':namespace'),
    operation: getMergeRequestsPage,
    title: codeTitles.mergeRequests,
    module: 'code/merge-requests/list/MergeRequestsPage.tsx',
  },
  {
    name: 'group-merge-requests',
    address: pagesPath('merge_request', ':namespace', 'group'),
    operation: getGroupMergeRequestsPage,
    title: codeTitles.mergeRequests,
    module: 'code/merge-requests/list/MergeRequestsPage.tsx',
  },
  {
    name: 'dashboard-merge-requests',
    address: '/dashboard/merge_requests',
    operation: getMergeRequestsDashboard,
    title: codeTitles.mergeRequests,
    module: 'code/merge-requests/list/DashboardPage.tsx',
  },
]
