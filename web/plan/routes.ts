import { createElement } from 'react'
import { incidentPath, newPagePath, pagesPath } from '#contract/issuable-kinds.ts'
import {
  getGroupIssuesPage,
  getGroupLabelsPage,
  getGroupMilestonePage,
  getGroupMilestonesPage,
  getIssuePage,
  getIssuesPage,
  getLabelsPage,
  getMilestonePage,
  getMilestonesPage,
  getNewIssuePage,
} from '#web/api/operations.gen.ts'
import type { PageRoute } from '#web/api/route.tsx'
import { IssuePageSkeleton } from '#web/plan/issues/page/IssuePageSkeleton.tsx'
import { issueInput } from '#web/plan/issues/page/issue-address.ts'
import { IssueListSkeleton } from './issues/list/IssueListSkeleton.tsx'
import { NewIssueSkeleton } from './issues/new/NewIssueSkeleton.tsx'
import { PlaceListSkeleton } from './PlaceListSkeleton.tsx'
import { milestonesInput, pageInput } from './page-input.ts'
import type { IssuePageData } from './shapes.ts'

// With the list: other pages do not read its many words.
const issuesInput: NonNullable<PageRoute['data']>['input'] = async ({ namespace = '' }, search) =>
  (await import('./issues/list/list-address.ts')).issuesInput(namespace, search)

const issuePage = {
  data: { operation: getIssuePage, input: issueInput },
  load: () => import('#web/plan/issues/page/projects-issues-show.tsx').then(module => module.IssuePage),
  ahead: async (page: IssuePageData) =>
    (await import('#web/plan/issues/page/projects-issues-show.tsx')).readIssueAhead(page),
  skeleton: IssuePageSkeleton,
}

const labelsPage = (load: PageRoute['load']) => ({
  load,
  skeleton: () => createElement(PlaceListSkeleton, { title: 'Labels' }),
})
const milestonesPage = (load: PageRoute['load']) => ({
  load,
  skeleton: () => createElement(PlaceListSkeleton, { title: 'Milestones' }),
})

const issuesOfProject = pagesPath('issue', '$namespace')

export const planRoutes: readonly PageRoute[] = [
  {
    address: issuesOfProject,
    data: { operation: getIssuesPage, input: issuesInput },
    load: () => import('./issues/list/IssuesPage.tsx').then(module => module.IssuesPage),
    skeleton: IssueListSkeleton,
  },
  {
    address: pagesPath('issue', '$namespace', 'group'),
    data: { operation: getGroupIssuesPage, input: issuesInput },
    load: () => import('./issues/list/IssuesPage.tsx').then(module => module.GroupIssuesPage),
    skeleton: IssueListSkeleton,
  },
  {
    address: newPagePath('issue', '$namespace'),
    data: {
      operation: getNewIssuePage,
      // With the form, in the same way.
      input: async ({ namespace = '' }, search) =>
        (await import('./issues/new/new-issue-address.ts')).newIssueInput(namespace, search),
    },
    load: () => import('./issues/new/NewIssuePage.tsx').then(module => module.NewIssuePage),
    skeleton: NewIssueSkeleton,
  },
  { address: `${issuesOfProject}/$iid`, ...issuePage },
  { address: incidentPath('$namespace', '$iid'), ...issuePage },
  {
    address: '/$namespace/-/labels',
    data: { operation: getLabelsPage, input: ({ namespace = '' }, search) => pageInput(namespace, search) },
    ...labelsPage(() => import('./labels/LabelsPage.tsx').then(module => module.LabelsPage)),
  },
  {
    address: '/groups/$namespace/-/labels',
    data: { operation: getGroupLabelsPage, input: ({ namespace = '' }, search) => pageInput(namespace, search) },
    ...labelsPage(() => import('./labels/LabelsPage.tsx').then(module => module.GroupLabelsPage)),
  },
  {
    address: '/$namespace/-/milestones',
    data: { operation: getMilestonesPage, input: ({ namespace = '' }, search) => milestonesInput(namespace, search) },
    ...milestonesPage(() => import('./milestones/MilestonesPage.tsx').then(module => module.MilestonesPage)),
  },
  {
    address: '/groups/$namespace/-/milestones',
    data: {
      operation: getGroupMilestonesPage,
      input: ({ namespace = '' }, search) => milestonesInput(namespace, search),
    },
    ...milestonesPage(() => import('./milestones/MilestonesPage.tsx').then(module => module.GroupMilestonesPage)),
  },
  {
    address: '/$namespace/-/milestones/$iid',
    data: { operation: getMilestonePage, input: issueInput },
    ...milestonesPage(() => import('./milestones/MilestonePage.tsx').then(module => module.MilestonePage)),
  },
  {
    address: '/groups/$namespace/-/milestones/$iid',
    data: { operation: getGroupMilestonePage, input: issueInput },
    ...milestonesPage(() => import('./milestones/MilestonePage.tsx').then(module => module.GroupMilestonePage)),
  },
]
