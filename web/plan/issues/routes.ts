import { incidentPath, incidentTabPath, incidentTabs, newPagePath, pagesPath } from '#contract/issuable-kinds.ts'
import { getGroupIssuesPage, getIssuePage, getIssuesPage, getNewIssuePage } from '#web/api/operations.gen.ts'
import type { PageRoute } from '#web/api/route.tsx'
import { IssuePageSkeleton } from '#web/plan/issuable/IssuePageSkeleton.tsx'
import { issueInput } from '#web/plan/issuable/issue-address.ts'
import type { IssuePageData } from '../shapes.ts'
import { IssueListSkeleton } from './list/IssueListSkeleton.tsx'
import { NewIssueSkeleton } from './new/NewIssueSkeleton.tsx'

// Loaded with the list: other pages do not read its many parameters.
const issuesInput: NonNullable<PageRoute['data']>['input'] = async ({ namespace = '' }, search) =>
  (await import('#web/plan/lists/list-address.ts')).issuesInput(namespace, search)

/** The page of an issue, at any of its addresses. */
export const issuePage = {
  data: { operation: getIssuePage, input: issueInput },
  load: () => import('#web/plan/issues/page/IssuePage.tsx').then(module => module.loadIssuePage()),
  ahead: async (page: IssuePageData) => (await import('#web/plan/issues/page/IssuePage.tsx')).readIssueAhead(page),
  skeleton: IssuePageSkeleton,
  stays: 'issue',
}

const issuesOfProject = pagesPath('issue', '$namespace')

export const issueRoutes: readonly PageRoute[] = [
  {
    address: issuesOfProject,
    data: { operation: getIssuesPage, input: issuesInput },
    load: () => import('./list/IssuesPage.tsx').then(module => module.IssuesPage),
    skeleton: IssueListSkeleton,
  },
  {
    address: pagesPath('issue', '$namespace', 'group'),
    data: { operation: getGroupIssuesPage, input: issuesInput },
    load: () => import('./list/IssuesPage.tsx').then(module => module.GroupIssuesPage),
    skeleton: IssueListSkeleton,
  },
  {
    address: newPagePath('issue', '$namespace'),
    data: {
      operation: getNewIssuePage,
      // Loaded with the form, in the same way.
      input: async ({ namespace = '' }, search) =>
        (await import('./new/new-issue-address.ts')).newIssueInput(namespace, search),
    },
    load: () => import('./new/NewIssuePage.tsx').then(module => module.NewIssuePage),
    skeleton: NewIssueSkeleton,
  },
  { address: `${issuesOfProject}/$iid`, ...issuePage },
  { address: incidentPath('$namespace', '$iid'), ...issuePage },
  ...incidentTabs.map(tab => ({ address: incidentTabPath('$namespace', '$iid', tab), ...issuePage })),
]
