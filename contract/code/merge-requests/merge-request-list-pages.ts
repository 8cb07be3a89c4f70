import { Type } from 'typebox'
import { News } from '#contract/discuss/read-marks.ts'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { inputsOf } from '#contract/plan/attributes/attribute-inputs.ts'
import { LabelBasic } from '#contract/plan/labels/labels.ts'
import { mergeRequestGroupWords } from '#contract/plan/lists/group-words.ts'
import { groupInput, listGroups } from '#contract/plan/lists/list-groups.ts'
import { listViews, viewInput } from '#contract/plan/lists/saved-views.ts'
import { TaskCompletion } from '#contract/plan/shapes.ts'
import { DateTime, Day, Nullable, Page, Words } from '#contract/shapes.ts'
import { pipelineStates } from '../commits/pipeline-status.ts'
import { mergeRequestFilters, mergeRequestOrders } from './merge-request-lists.ts'
import { mergeRequestStates } from './merge-requests.ts'

const operation = operationsOf('Pages')

/** A count that stops at a limit: then it is the limit, and there are more. */
const Count = Type.Object({ count: Type.Integer(), isAtLeast: Type.Boolean() })

/** For what an open merge request waits. Its author acts on all but `review` and `merge`. */
export const turnReasons = [
  'draft',
  'changes_requested',
  'conflicts',
  'pipeline_failed',
  'review',
  'threads',
  'no_reviewers',
  'approvals',
  'merge',
] as const

/** Whose turn it is, and why. */
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
  id: Type.Integer(),
  iid: Type.Integer(),
  title: Type.String(),
  /** The title with its emoji, without links; null where it holds none. */
  titleHtml: Nullable(Type.String()),
  state: Words(mergeRequestStates),
  draft: Type.Boolean(),
  hidden: Type.Boolean(),
  author: UserBasic,
  assignees: Type.Array(UserBasic),
  reviewers: Type.Array(Type.Object({ ...UserBasic.properties, reviewState: Words(reviewStates) })),
  labels: Type.Array(LabelBasic),
  milestone: Nullable(
    Type.Object({
      id: Type.Integer(),
      title: Type.String(),
      dueDate: Nullable(Day),
      expired: Type.Boolean(),
      webUrl: Type.String(),
    }),
  ),
  /** Null where it is the default branch. */
  targetBranch: Nullable(Type.String()),
  hasConflicts: Type.Boolean(),
  approvalsCount: Type.Integer(),
  /** What the newest pipeline of its head came to. */
  pipeline: Nullable(Type.Object({ id: Type.Integer(), status: Words(pipelineStates) })),
  /** Null where it is not open. */
  turn: Nullable(Turn),
  notesCount: Type.Integer(),
  upvotes: Type.Integer(),
  downvotes: Type.Integer(),
  taskCompletionStatus: TaskCompletion,
  createdAt: DateTime,
  updatedAt: DateTime,
  closedAt: Nullable(DateTime),
  mergedAt: Nullable(DateTime),
  /** `/weft/loom/-/merge_requests/7` */
  webPath: Type.String(),
  /** The full path of its project. */
  projectPath: Type.String(),
  /** `loom!7` in a group's list, `!7` in the project's own. */
  reference: Type.String(),
  /** What others said since the viewer last looked; null when that is nothing, and before their first visit. */
  news: Nullable(News),
})

const listInput = {
  namespace: Type.String(),
  ...mergeRequestFilters,
  ...viewInput,
  ...groupInput(mergeRequestGroupWords),
  orderBy: Type.Optional(Words(mergeRequestOrders)),
  sort: Type.Optional(Words(['asc', 'desc'])),
  /** Where the page begins, as `next` or `previous` of another page said. */
  cursor: Type.Optional(Type.String({ maxLength: 2000 })),
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
  /** Of a grouped list, the first rows of each group, each row once. */
  mergeRequests: Type.Array(MergeRequestRow),
  groups: listGroups,
  /** Cursors of the neighbouring pages, null where there is none. */
  next: Nullable(Type.String()),
  previous: Nullable(Type.String()),
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
  summary: 'Get the open merge requests of the current user, by what the user has to do with them',
  at: 'GET /-/pages/merge_requests_dashboard',
  input: Type.Object({ list: Type.Optional(Words(dashboardLists)), ...Page }),
  reply: Type.Object({
    mergeRequests: Type.Array(MergeRequestRow),
    /** Of each list. */
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
  reply: Type.Object({
    notice: Type.String(),
    count: Type.Integer(),
    /** The change set to undo; null where nothing changed that could be undone. */
    changeSetId: Nullable(Type.Integer()),
  }),
})
