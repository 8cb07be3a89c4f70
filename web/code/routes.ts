import { newPagePath, pagesPath } from '#contract/issuable-kinds.ts'
import {
  codeBlamePage,
  codeBlobPage,
  codeBranchesPage,
  codeCommitPage,
  codeCommitsPage,
  codeComparePage,
  codeIdePage,
  codeTagsPage,
  codeTreePage,
  forksPage,
  getConflictsPage,
  getGroupMergeRequestsPage,
  getMergeRequestPage,
  getMergeRequestsDashboard,
  getMergeRequestsPage,
  getNewMergeRequestPage,
  mergeRequestSettingsPage,
  newFilePage,
  newForkPage,
  pipelinePage,
  repositorySettingsPage,
} from '#web/api/operations.gen.ts'
import type { PageRoute } from '#web/api/route.tsx'
import type { Search } from '#web/api/router/search.ts'
import { dashboardParts } from '#web/foundation/dashboard/dashboard-parts.ts'
import { listed } from '#web/foundation/places/listed.ts'
import { projectHomeParts } from '#web/foundation/projects/home-parts.ts'
import { whitespaceOf } from './diff/whitespace-of.ts'
import { filesOnHome, turnOnHome } from './home-part.ts'
import { MergeRequestsSkeleton } from './merge-requests/list/MergeRequestsSkeleton.tsx'
import { MergeRequestSkeleton } from './merge-requests/page/MergeRequestSkeleton.tsx'
import type { MergeRequestPageData } from './merge-requests/shapes.ts'
import { fromProjectIn, onPath, searchedIn } from './shared/on-path.ts'

projectHomeParts.push(filesOnHome)
dashboardParts.push(turnOnHome)

const tree = {
  data: { operation: codeTreePage, input: onPath },
  load: () => import('./tree/TreePage.tsx').then(module => module.TreePage),
} as const

const newFile = {
  data: { operation: newFilePage, input: onPath },
  load: () => import('./new/NewFilePage.tsx').then(module => module.NewFilePage),
} as const

const commits = {
  data: {
    operation: codeCommitsPage,
    input: (params: Readonly<Record<string, string>>, search: Search) => ({
      ...onPath(params, search),
      ...listed(search),
      ...(typeof search.author === 'string' ? { author: search.author } : {}),
      ...searchedIn(search),
    }),
  },
  load: () => import('./commits/CommitsPage.tsx').then(module => module.CommitsPage),
} as const

const compare = {
  data: {
    operation: codeComparePage,
    input: (params: Readonly<Record<string, string>>, search: Search) => ({
      ...onPath(params),
      ...fromProjectIn(search),
      ...whitespaceOf(search),
    }),
  },
  load: () => import('./compare/ComparePage.tsx').then(module => module.ComparePage),
} as const

const mergeRequest = {
  data: {
    operation: getMergeRequestPage,
    input: ({ namespace, iid }: Readonly<Record<string, string>>) => ({ namespace, iid: Number(iid) }),
  },
  load: () => import('./merge-requests/page/MergeRequestPage.tsx').then(module => module.MergeRequestPage),
  skeleton: MergeRequestSkeleton,
} as const
const mergeRequests = pagesPath('merge_request', '$namespace')

// Loaded with the list: other pages do not read its many parameters.
const mergeRequestsInput: NonNullable<PageRoute['data']>['input'] = async ({ namespace = '' }, search) =>
  (await import('./merge-requests/list/list-address.ts')).mergeRequestsInput(namespace, search)

// Loaded with the lists, for the same reason.
const refsAddress = () => import('./refs/refs-address.ts')

export const codeRoutes: readonly PageRoute[] = [
  {
    address: newPagePath('merge_request', '$namespace'),
    data: {
      operation: getNewMergeRequestPage,
      // Loaded with the form: other pages do not read its parameters.
      input: async ({ namespace = '' }, search) =>
        (await import('./merge-requests/new/new-merge-request-address.ts')).newMergeRequestInput(namespace, search),
    },
    load: () => import('./merge-requests/new/NewMergeRequestPage.tsx').then(module => module.NewMergeRequestPage),
  },
  {
    address: `${mergeRequests}/$iid`,
    ...mergeRequest,
    ahead: async (page: MergeRequestPageData) =>
      (await import('./merge-requests/page/MergeRequestPage.tsx')).readMergeRequestAhead(page),
  },
  {
    address: `${mergeRequests}/$iid/conflicts`,
    data: { operation: getConflictsPage, input: mergeRequest.data.input },
    load: () => import('./merge-requests/conflicts/ConflictsPage.tsx').then(module => module.ConflictsPage),
  },
  { address: `${mergeRequests}/$iid/commits`, ...mergeRequest },
  { address: `${mergeRequests}/$iid/pipelines`, ...mergeRequest },
  { address: `${mergeRequests}/$iid/diffs`, ...mergeRequest },
  {
    address: mergeRequests,
    data: { operation: getMergeRequestsPage, input: mergeRequestsInput },
    load: () => import('./merge-requests/list/MergeRequestsPage.tsx').then(module => module.MergeRequestsPage),
    skeleton: MergeRequestsSkeleton,
  },
  {
    address: pagesPath('merge_request', '$namespace', 'group'),
    data: { operation: getGroupMergeRequestsPage, input: mergeRequestsInput },
    load: () => import('./merge-requests/list/MergeRequestsPage.tsx').then(module => module.GroupMergeRequestsPage),
    skeleton: MergeRequestsSkeleton,
  },
  {
    address: '/dashboard/merge_requests',
    data: {
      operation: getMergeRequestsDashboard,
      input: async (_params, search) => (await import('./merge-requests/list/list-address.ts')).dashboardInput(search),
    },
    load: () => import('./merge-requests/list/DashboardPage.tsx').then(module => module.DashboardPage),
    skeleton: MergeRequestsSkeleton,
  },
  {
    address: '/$namespace/-/settings/repository',
    data: { operation: repositorySettingsPage, input: ({ namespace }) => ({ namespace }) },
    load: () => import('./settings/RepositorySettingsPage.tsx').then(module => module.RepositorySettingsPage),
  },
  {
    address: '/$namespace/-/settings/merge_requests',
    data: { operation: mergeRequestSettingsPage, input: ({ namespace }) => ({ namespace }) },
    load: () => import('./settings/MergeRequestSettingsPage.tsx').then(module => module.MergeRequestSettingsPage),
  },
  { address: '/$namespace/-/tree', ...tree },
  { address: '/$namespace/-/tree/$', ...tree },
  {
    address: '/$namespace/-/blob/$',
    data: { operation: codeBlobPage, input: onPath },
    load: () => import('./blob/BlobPage.tsx').then(module => module.BlobPage),
  },
  {
    address: '/$namespace/-/blame/$',
    data: { operation: codeBlamePage, input: onPath },
    load: () => import('./blob/BlamePage.tsx').then(module => module.BlamePage),
  },
  {
    address: '/$namespace/-/edit/$',
    data: { operation: codeBlobPage, input: onPath },
    load: () => import('./edit/EditFilePage.tsx').then(module => module.EditFilePage),
  },
  {
    address: '/$namespace/-/ide/$',
    data: { operation: codeIdePage, input: onPath },
    load: () => import('./ide/IdePage.tsx').then(module => module.IdePage),
  },
  { address: '/$namespace/-/new', ...newFile },
  { address: '/$namespace/-/new/$', ...newFile },
  { address: '/$namespace/-/commits', ...commits },
  { address: '/$namespace/-/commits/$', ...commits },
  {
    address: '/$namespace/-/commit/$sha',
    data: {
      operation: codeCommitPage,
      input: ({ namespace, sha }, search) => ({ namespace, sha, ...whitespaceOf(search) }),
    },
    load: () => import('./commits/CommitPage.tsx').then(module => module.CommitPage),
  },
  {
    address: '/$namespace/-/pipelines/$pipelineId',
    data: {
      operation: pipelinePage,
      input: ({ namespace, pipelineId }) => ({ namespace, pipelineId: Number(pipelineId) }),
    },
    load: () => import('./pipelines/PipelinePage.tsx').then(module => module.PipelinePage),
  },
  {
    address: '/$namespace/-/forks',
    data: { operation: forksPage, input: ({ namespace }, search) => ({ namespace, ...listed(search) }) },
    load: () => import('./forks/ForksPage.tsx').then(module => module.ForksPage),
  },
  {
    address: '/$namespace/-/forks/new',
    data: { operation: newForkPage, input: ({ namespace }) => ({ namespace }) },
    load: () => import('./forks/NewForkPage.tsx').then(module => module.NewForkPage),
  },
  {
    address: '/$namespace/-/branches',
    data: {
      operation: codeBranchesPage,
      input: async ({ namespace = '' }, search) => (await refsAddress()).refsInput('branch', namespace, search),
    },
    load: () => import('./refs/BranchesPage.tsx').then(module => module.BranchesPage),
  },
  {
    address: '/$namespace/-/tags',
    data: {
      operation: codeTagsPage,
      input: async ({ namespace = '' }, search) => (await refsAddress()).refsInput('tag', namespace, search),
    },
    load: () => import('./refs/TagsPage.tsx').then(module => module.TagsPage),
  },
  { address: '/$namespace/-/compare', ...compare },
  { address: '/$namespace/-/compare/$', ...compare },
]
