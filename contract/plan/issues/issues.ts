import { Type } from 'typebox'
import { idempotencyKey } from '#contract/discuss/notes.ts'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { AnyJson, CommaList, DateTime, NamespaceRef, Nullable, Page, Unmodified, Words } from '#contract/shapes.ts'
import { inputsOf } from '../attributes/attribute-inputs.ts'
import {
  basicReplies,
  furtherReplies,
  negatedPlainFilters,
  plainFilters,
  plainOrders,
  unionedPlainFilters,
} from '../attributes/plain-shapes.ts'
import { LabelBasic } from '../labels/labels.ts'
import { dayFiltersOf, filtersOf } from '../lists/list-filters.ts'
import { issuableTypes, Milestone, TaskCompletion } from '../shapes.ts'
import { Iteration } from '../timeboxes/iterations.ts'
import { duration, TimeStats } from '../timeboxes/time-tracking.ts'

const operation = operationsOf('Issues')

/** @source rest.md 2.3 */
export const IssueBasic = Type.Object({
  id: Type.Integer(),
  iid: Type.Integer(),
  projectId: Type.Integer(),
  title: Type.String(),
  description: Nullable(Type.String()),
  state: Words(['opened', 'closed']),
  createdAt: DateTime,
  updatedAt: DateTime,
  closedAt: Nullable(DateTime),
  closedBy: Nullable(UserBasic),
  /** Titles in order, or with `with_labels_details` the labels themselves. */
  labels: Type.Array(Type.Union([Type.String(), LabelBasic])),
  milestone: Nullable(Milestone),
  assignees: Type.Array(UserBasic),
  author: UserBasic,
  type: Type.String(),
  assignee: Nullable(UserBasic),
  userNotesCount: Type.Integer(),
  mergeRequestsCount: Type.Integer(),
  upvotes: Type.Integer(),
  downvotes: Type.Integer(),
  ...basicReplies,
  discussionLocked: Nullable(Type.Boolean()),
  issueType: Words(issuableTypes),
  webUrl: Type.String(),
  timeStats: TimeStats,
  taskCompletionStatus: TaskCompletion,
  blockingIssuesCount: Type.Integer(),
})

export const Issue = Type.Object({
  ...IssueBasic.properties,
  hasTasks: Type.Boolean(),
  /** "2 of 5 checklist items completed"; only when there are any. */
  taskStatus: Type.Optional(Type.String()),
  _links: Type.Object({
    self: Type.String(),
    notes: Type.String(),
    awardEmoji: Type.String(),
    project: Type.String(),
    closedAsDuplicateOf: Nullable(Type.String()),
  }),
  references: Type.Object({ short: Type.String(), relative: Type.String(), full: Type.String() }),
  /** Present for one issue, and in replies to writes. */
  subscribed: Type.Optional(Type.Boolean()),
  movedToId: Nullable(Type.Integer()),
  imported: Type.Boolean(),
  importedFrom: Type.String(),
  serviceDeskReplyTo: Nullable(Type.String()),
  epicIid: Nullable(Type.Integer()),
  epic: Nullable(AnyJson),
  iteration: Nullable(Iteration),
  ...furtherReplies,
})

export const issueOrders = [
  'created_at',
  'updated_at',
  'priority',
  'label_priority',
  'milestone_due',
  'popularity',
  /** The number of issues that it blocks. */
  'blocking_issues',
  'relative_position',
  'title',
  /** Open issues count as closed before all others. */
  'closed_at',
  'comments',
  /** The first day of the iteration. */
  'iteration',
  'time_estimate',
  'time_spent',
  /** The progress of the checklist. */
  'tasks',
  /** Orders by name: of the author, of the first assignee, and the title of the epic that the reader can see. */
  'author',
  'assignee',
  'epic',
  /** Whether an incident is on the status page of its project. */
  'published',
  ...plainOrders,
] as const

const filters = filtersOf('issue')

/** Several values for each attribute, of which one is enough. */
const severalValues = Type.Optional(Type.Object({ ...filters.or, ...unionedPlainFilters }))

/** The filters that every list of issues takes. */
export const issueFilters = {
  state: Type.Optional(Words(['opened', 'closed', 'all'])),
  scope: Type.Optional(Words(['created_by_me', 'assigned_to_me', 'all', 'created-by-me', 'assigned-to-me'])),
  ...filters.is,
  search: Type.Optional(Type.String({ maxLength: 1000 })),
  in: Type.Optional(CommaList),
  ...dayFiltersOf('issue'),
  ...plainFilters,
  not: Type.Optional(Type.Object({ ...filters.not, ...negatedPlainFilters })),
  /** Several values for each named attribute, of which one is enough. */
  or: severalValues,
  /** One of the values of any attribute: `any[label_name][]=bug&any[assignee_username][]=ann` lists what has the label or the assignee. */
  any: severalValues,
}

const list = {
  ...issueFilters,
  nonArchived: Type.Optional(Type.Boolean()),
  withLabelsDetails: Type.Optional(Type.Boolean()),
  orderBy: Type.Optional(Words(issueOrders)),
  sort: Type.Optional(Words(['asc', 'desc'])),
  pagination: Type.Optional(Words(['keyset', 'legacy', 'offset'])),
  cursor: Type.Optional(Type.String({ maxLength: 2000 })),
  ...Page,
}

export const listIssues = operation({
  name: 'listIssues',
  summary: 'List issues of all projects (by default: created by the current user)',
  at: 'GET /issues',
  input: Type.Object(list),
  reply: Type.Array(Issue),
})

export const listProjectIssues = operation({
  name: 'listProjectIssues',
  summary: 'List issues of a project',
  at: 'GET /projects/:id/issues',
  input: Type.Object({ id: NamespaceRef, ...list }),
  reply: Type.Array(Issue),
})

export const listGroupIssues = operation({
  name: 'listGroupIssues',
  summary: 'List issues of a group',
  at: 'GET /groups/:id/issues',
  input: Type.Object({ id: NamespaceRef, ...list }),
  reply: Type.Array(Issue),
})

const Statistics = Type.Object({
  statistics: Type.Object({
    counts: Type.Object({ all: Type.Integer(), closed: Type.Integer(), opened: Type.Integer() }),
  }),
})

export const getIssuesStatistics = operation({
  name: 'getIssuesStatistics',
  summary: 'Get issue statistics of all projects (by default: created by the current user)',
  at: 'GET /issues_statistics',
  input: Type.Object(issueFilters),
  reply: Statistics,
})

export const getProjectIssuesStatistics = operation({
  name: 'getProjectIssuesStatistics',
  summary: 'Get issue statistics of a project',
  at: 'GET /projects/:id/issues_statistics',
  input: Type.Object({ id: NamespaceRef, ...issueFilters }),
  reply: Statistics,
})

export const getGroupIssuesStatistics = operation({
  name: 'getGroupIssuesStatistics',
  summary: 'Get issue statistics of a group',
  at: 'GET /groups/:id/issues_statistics',
  input: Type.Object({ id: NamespaceRef, ...issueFilters }),
  reply: Statistics,
})

export const getIssueById = operation({
  name: 'getIssueById',
  summary: 'Get an issue by ID (administrators only)',
  at: 'GET /issues/:id',
  input: Type.Object({ id: Type.Integer() }),
  reply: Issue,
})

const One = Type.Object({ id: NamespaceRef, issueIid: Type.Integer() })

export const getIssue = operation({
  name: 'getIssue',
  summary: 'Get an issue',
  at: 'GET /projects/:id/issues/:issueIid',
  input: One,
  reply: Issue,
})

/** The open threads that a new issue takes over, which resolves them: one by its id, or all of an issue or merge request by its number. */
export const threadsTakenOver = {
  discussionToResolve: Type.Optional(Type.String()),
  issueToResolveDiscussionsOf: Type.Optional(Type.Integer()),
  mergeRequestToResolveDiscussionsOf: Type.Optional(Type.Integer()),
}

export const createIssue = operation({
  name: 'createIssue',
  summary: 'Create an issue',
  at: 'POST /projects/:id/issues',
  input: Type.Object({
    id: NamespaceRef,
    title: Type.String(),
    iid: Type.Optional(Type.Integer({ minimum: 1 })),
    createdAt: Type.Optional(DateTime),
    idempotencyKey,
    timeEstimate: Type.Optional(duration),
    ...threadsTakenOver,
    ...inputsOf('create'),
  }),
  reply: Issue,
})

export const updateIssue = operation({
  name: 'updateIssue',
  summary: 'Update an issue. Attributes that the current user cannot set are ignored',
  at: 'PUT /projects/:id/issues/:issueIid',
  input: Type.Object({
    ...One.properties,
    stateEvent: Type.Optional(Words(['close', 'reopen'])),
    updatedAt: Type.Optional(DateTime),
    ...inputsOf('update'),
  }),
  reply: Issue,
})

export const deleteIssue = operation({
  name: 'deleteIssue',
  summary: 'Delete an issue',
  at: 'DELETE /projects/:id/issues/:issueIid',
  input: Type.Object({ ...One.properties, ...Unmodified }),
  reply: Type.Null(),
})

/** Global ids of the issues that come before this one and after it. */
const neighbours = {
  moveBeforeId: Type.Optional(Type.Integer()),
  moveAfterId: Type.Optional(Type.Integer()),
}

export const reorderIssue = operation({
  name: 'reorderIssue',
  summary: 'Reorder an issue',
  at: 'PUT /projects/:id/issues/:issueIid/reorder',
  input: Type.Object({ ...One.properties, ...neighbours }),
  reply: Issue,
})

export const moveIssue = operation({
  name: 'moveIssue',
  summary: 'Move an issue to another project',
  at: 'POST /projects/:id/issues/:issueIid/move',
  input: Type.Object({ ...One.properties, toProjectId: NamespaceRef }),
  reply: Issue,
})

export const cloneIssue = operation({
  name: 'cloneIssue',
  summary: 'Clone an issue to a project. Comments are copied only with `with_notes`',
  at: 'POST /projects/:id/issues/:issueIid/clone',
  input: Type.Object({ ...One.properties, toProjectId: NamespaceRef, withNotes: Type.Optional(Type.Boolean()) }),
  reply: Issue,
})

export const listParticipants = operation({
  name: 'listParticipants',
  summary: 'List participants of an issue',
  at: 'GET /projects/:id/issues/:issueIid/participants',
  input: Type.Object({ ...One.properties, ...Page }),
  reply: Type.Array(UserBasic),
})

export const subscribeToIssue = operation({
  name: 'subscribeToIssue',
  summary: 'Subscribe to an issue',
  at: 'POST /projects/:id/issues/:issueIid/subscribe',
  input: One,
  reply: Issue,
})

export const unsubscribeFromIssue = operation({
  name: 'unsubscribeFromIssue',
  summary: 'Unsubscribe from an issue',
  at: 'POST /projects/:id/issues/:issueIid/unsubscribe',
  input: One,
  reply: Issue,
})
