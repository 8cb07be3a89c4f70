import { Type } from 'typebox'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { inputsOf } from '#contract/plan/attributes/attribute-inputs.ts'
import { BulkUpdated } from '#contract/plan/changes/change-sets.ts'
import { mergeRequestGroupWords } from '#contract/plan/lists/group-words.ts'
import { groupInput, listGroups } from '#contract/plan/lists/list-groups.ts'
import { Count, cursorInput, cursors, issuableRow } from '#contract/plan/lists/list-pages.ts'
import { listViews, viewInput } from '#contract/plan/lists/saved-views.ts'
import { DateTime, Nullable, Page, Words } from '#contract/shapes.ts'
import { HeadPipeline } from '../code-pages.ts'
import { mergeRequestFilters, mergeRequestOrders } from './merge-request-lists.ts'
import { mergeRequestStates } from './merge-requests.ts'

const operation = operationsOf('Pages')

/**
 * The actions that an open merge request needs. Its author takes all but `review`, `merge` and `blocked`, for which no
 * user's action is pending.
 */
export const turnReasons = [
  'draft',
  'changes_requested',
  'conflicts',
  'pipeline_failed',
  'review',
  'threads',
  'no_reviewers',
  'approvals',
  'rebase',
  'blocked',
  'merge',
] as const

/** The user whose turn it is, and the reason. */
export const Turn = Type.Object({ reason: Words(turnReasons), isMine: Type.Boolean() })

export const reviewStates = [
  'unreviewed',
  'review_started',
  'reviewed',
  'requested_changes',
  'approved',
  'unapproved',
] as const

/** A row of a list of merge requests. */
export const MergeRequestRow = Type.Object({
  ...issuableRow,
  state: Words(mergeRequestStates),
  draft: Type.Boolean(),
  reviewers: Type.Array(Type.Object({ ...UserBasic.properties, reviewState: Words(reviewStates) })),
  /** Null where it is the default branch. */
  targetBranch: Nullable(Type.String()),
  hasConflicts: Type.Boolean(),
  approvalsCount: Type.Integer(),
  /** The newest pipeline of its head. */
  pipeline: Nullable(HeadPipeline),
  /** Null where it is not open. */
  turn: Nullable(Turn),
  mergedAt: Nullable(DateTime),
  /** `/weft/loom/-/merge_requests/7` */
  webPath: Type.String(),
  /** The full path of its project. */
  projectPath: Type.String(),
  /** `loom!7` in a group's list, `!7` in the project's own. */
  reference: Type.String(),
})

const listInput = {
  namespace: Type.String(),
  ...mergeRequestFilters,
  ...viewInput,
  ...groupInput(mergeRequestGroupWords),
  orderBy: Type.Optional(Words(mergeRequestOrders)),
  sort: Type.Optional(Words(['asc', 'desc'])),
  ...cursorInput,
}

const MergeRequestsPage = Type.Object({
  namespace: PlaceHeader,
  permissions: Type.Object({
    canCreateMergeRequest: Type.Boolean(),
    canBulkUpdateMergeRequests: Type.Boolean(),
    canShareViews: Type.Boolean(),
  }),
  views: listViews,
  counts: Type.Object({ opened: Count, merged: Count, closed: Count, all: Count }),
  /** The first rows of each group in a grouped list, each row once. */
  mergeRequests: Type.Array(MergeRequestRow),
  groups: listGroups,
  ...cursors,
})

export const getMergeRequestsPage = operation({
  name: 'getMergeRequestsPage',
  summary: 'Get data for the merge request list page of a project',
  at: 'GET /-/pages/merge_requests',
  input: Type.Object(listInput),
  reply: MergeRequestsPage,
})

export const getGroupMergeRequestsPage = operation({
  name: 'getGroupMergeRequestsPage',
  summary: 'Get data for the merge request list page of a group',
  at: 'GET /-/pages/group_merge_requests',
  input: Type.Object(listInput),
  reply: MergeRequestsPage,
})

export const dashboardLists = ['turn', 'reviews', 'assigned', 'authored'] as const

export const getMergeRequestsDashboard = operation({
  name: 'getMergeRequestsDashboard',
  summary: "Get the current user's open merge requests, grouped by required action",
  at: 'GET /-/pages/merge_requests_dashboard',
  input: Type.Object({ list: Type.Optional(Words(dashboardLists)), ...Page }),
  reply: Type.Object({
    mergeRequests: Type.Array(MergeRequestRow),
    /** The number of rows of each list. */
    counts: Type.Object({
      turn: Type.Integer(),
      reviews: Type.Integer(),
      assigned: Type.Integer(),
      authored: Type.Integer(),
    }),
    /** A count above it says only that there are more. */
    countedUpTo: Type.Integer(),
    hasNext: Type.Boolean(),
    /** Merge requests whose changes may change the lists: the last changed ones of all of them. */
    watchedIds: Type.Array(Type.Integer()),
  }),
})

export const bulkUpdateMergeRequests = operation({
  name: 'bulkUpdateMergeRequests',
  summary: 'Bulk edit merge requests of a project. Empty fields are kept; 0 or -1 clears a field',
  tag: 'Merge requests',
  status: 200,
  at: 'POST /:namespace/-/merge_requests/bulk_update',
  input: Type.Object({
    namespace: Type.String(),
    update: Type.Object({
      /** Global ids, joined by commas. */
      issuableIds: Type.String({ maxLength: 5000 }),
      ...inputsOf('mergeRequestBulk'),
      stateEvent: Type.Optional(Words(['close', 'reopen', ''])),
      subscriptionEvent: Type.Optional(Words(['subscribe', 'unsubscribe', ''])),
    }),
  }),
  reply: BulkUpdated,
})
