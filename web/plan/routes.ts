import { getGroupIssuesPage, getIssuePage, getIssuesPage, getNewIssuePage } from '#web/api/operations.gen.ts'
import type { PageRoute } from '#web/api/route.tsx'
import { IssueListSkeleton } from './issues/list/IssueListSkeleton.tsx'
import { issuesInput } from './issues/list/list-address.ts'
import { NewIssueSkeleton } from './issues/new/NewIssueSkeleton.tsx'
import { IssuePageSkeleton } from './issues/show/IssuePageSkeleton.tsx'
import { issueInput } from './issues/show/issue-address.ts'

const issuePage = {
  data: { operation: getIssuePage, input: issueInput },
  load: () => import('./issues/show/projects-issues-show.tsx').then(module => module.IssuePage),
  skeleton: IssuePageSkeleton,
}

export const planRoutes: readonly PageRoute[] = [
  {
    address: '/$namespace/-/issues',
    data: { operation: getIssuesPage, input: ({ namespace = '' }, search) => issuesInput(namespace, search) },
    load: () => import('./issues/list/IssuesPage.tsx').then(module => module.IssuesPage),
    skeleton: IssueListSkeleton,
  },
  {
    address: '/groups/$namespace/-/issues',
    data: { operation: getGroupIssuesPage, input: ({ namespace = '' }, search) => issuesInput(namespace, search) },
    load: () => import('./issues/list/IssuesPage.tsx').then(module => module.GroupIssuesPage),
    skeleton: IssueListSkeleton,
  },
  {
    address: '/$namespace/-/issues/new',
    data: { operation: getNewIssuePage, input: ({ namespace = '' }) => ({ namespace }) },
    load: () => import('./issues/new/NewIssuePage.tsx').then(module => module.NewIssuePage),
    skeleton: NewIssueSkeleton,
  },
  { address: '/$namespace/-/issues/$iid', ...issuePage },
  { address: '/$namespace/-/issues/incident/$iid', ...issuePage },
]
