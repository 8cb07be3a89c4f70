import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { dayFiltersOf, filtersOf, inputsOf } from '#contract/plan/lists/list-filters.ts'
import { CommaList, DateTime, NamespaceRef, Page, Words } from '#contract/shapes.ts'
import { mergeRequestFields } from './merge-request-fields.ts'
import { MergeRequestBasic, mergeRequestStates } from './merge-requests.ts'

const operation = operationsOf('Merge requests')

export const mergeRequestOrders = [
  'created_at',
  'updated_at',
  'merged_at',
  'priority',
  'label_priority',
  'milestone_due',
  'popularity',
  'title',
] as const

const text = Type.Optional(Type.String({ maxLength: 1000 }))
const filters = filtersOf('merge_request')
const own = inputsOf(mergeRequestFields, 'merge_request')

/** The filters that every list of merge requests takes. @source rest.md 9.1 */
export const mergeRequestFilters = {
  state: Type.Optional(Words([...mergeRequestStates, 'all'])),
  scope: Type.Optional(
    Words([
      'created_by_me',
      'assigned_to_me',
      'reviews_for_me',
      'all',
      'created-by-me',
      'assigned-to-me',
      'reviews-for-me',
    ]),
  ),
  ...filters.is,
  ...own.is,
  mergeUserId: Type.Optional(Type.Integer()),
  mergeUserUsername: text,
  approved: Type.Optional(Words(['yes', 'no'])),
  /** The three together ask for one deployment that the merge request came with. */
  deployedAfter: Type.Optional(DateTime),
  deployedBefore: Type.Optional(DateTime),
  environment: text,
  sourceProjectId: Type.Optional(Type.Integer()),
  search: text,
  in: Type.Optional(CommaList),
  ...dayFiltersOf('merge_request'),
  not: Type.Optional(Type.Object({ ...filters.not, ...own.not })),
  or: Type.Optional(Type.Object({ ...filters.or, ...own.or })),
}

/** The parameters of a list of merge requests. */
export const mergeRequestList = {
  ...mergeRequestFilters,
  view: Type.Optional(Words(['simple'])),
  withLabelsDetails: Type.Optional(Type.Boolean()),
  /** Merge statuses are kept up to date anyway. */
  withMergeStatusRecheck: Type.Optional(Type.Boolean()),
  renderHtml: Type.Optional(Type.Boolean()),
  orderBy: Type.Optional(Words(mergeRequestOrders)),
  sort: Type.Optional(Words(['asc', 'desc'])),
  ...Page,
}

/** A merge request in a list: with `view=simple` only what is not optional. */
export const ListedMergeRequest = Type.Object({
  ...Type.Partial(MergeRequestBasic).properties,
  ...Type.Pick(MergeRequestBasic, [
    'id',
    'iid',
    'projectId',
    'title',
    'description',
    'state',
    'createdAt',
    'updatedAt',
    'webUrl',
  ]).properties,
})

export const listMergeRequests = operation({
  name: 'listMergeRequests',
  summary: 'List merge requests of all projects (by default: created by the current user)',
  at: 'GET /merge_requests',
  input: Type.Object({ ...mergeRequestList, nonArchived: Type.Optional(Type.Boolean()) }),
  reply: Type.Array(ListedMergeRequest),
})

export const listProjectMergeRequests = operation({
  name: 'listProjectMergeRequests',
  summary: 'List merge requests of a project',
  at: 'GET /projects/:id/merge_requests',
  input: Type.Object({ id: NamespaceRef, ...mergeRequestList }),
  reply: Type.Array(ListedMergeRequest),
})

export const listGroupMergeRequests = operation({
  name: 'listGroupMergeRequests',
  summary: 'List merge requests of a group',
  at: 'GET /groups/:id/merge_requests',
  input: Type.Object({ id: NamespaceRef, ...mergeRequestList, nonArchived: Type.Optional(Type.Boolean()) }),
  reply: Type.Array(ListedMergeRequest),
})

const milestone = { id: NamespaceRef, milestoneId: Type.Integer() }

export const listProjectMilestoneMergeRequests = operation({
  name: 'listProjectMilestoneMergeRequests',
  summary: 'List merge requests of a project milestone',
  tag: 'Milestones',
  at: 'GET /projects/:id/milestones/:milestoneId/merge_requests',
  input: Type.Object({ ...milestone, ...Page }),
  reply: Type.Array(MergeRequestBasic),
})

export const listGroupMilestoneMergeRequests = operation({
  name: 'listGroupMilestoneMergeRequests',
  summary: 'List merge requests of a group milestone',
  tag: 'Milestones',
  at: 'GET /groups/:id/milestones/:milestoneId/merge_requests',
  input: Type.Object({ ...milestone, ...Page }),
  reply: Type.Array(MergeRequestBasic),
})
