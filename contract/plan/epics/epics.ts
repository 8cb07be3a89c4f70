import { Type } from 'typebox'
import { idempotencyKey } from '#contract/discuss/notes.ts'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Day, NamespaceRef, Nullable, Page, Unmodified, Words } from '#contract/shapes.ts'
import { inputsOf } from '../attributes/attribute-inputs.ts'
import { plainFilters } from '../attributes/plain-shapes.ts'
import { Issue, IssueBasic } from '../issues/issues.ts'
import { LabelBasic } from '../labels/labels.ts'
import { dayFiltersOf, filtersOf } from '../lists/list-filters.ts'
import { epicSorts } from './epic-sorts.ts'

const operation = operationsOf('Epics')

export const epicStates = ['opened', 'closed'] as const

/** `#` and six hexadecimal digits. */
export const EpicColor = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })

/** The sources of an epic's dates, and the dates by each source; only for users who may edit it. */
const dates = {
  startDateIsFixed: Type.Optional(Type.Boolean()),
  startDateFixed: Type.Optional(Nullable(Day)),
  startDateFromInheritedSource: Type.Optional(Nullable(Day)),
  /** The older name. */
  startDateFromMilestones: Type.Optional(Nullable(Day)),
  dueDateIsFixed: Type.Optional(Type.Boolean()),
  dueDateFixed: Type.Optional(Nullable(Day)),
  dueDateFromInheritedSource: Type.Optional(Nullable(Day)),
  dueDateFromMilestones: Type.Optional(Nullable(Day)),
}

/** @source rest.md 2.3 */
export const Epic = Type.Object({
  id: Type.Integer(),
  workItemId: Type.Integer(),
  iid: Type.Integer(),
  color: Type.String(),
  textColor: Type.String(),
  groupId: Type.Integer(),
  parentId: Nullable(Type.Integer()),
  parentIid: Nullable(Type.Integer()),
  title: Type.String(),
  description: Nullable(Type.String()),
  confidential: Type.Boolean(),
  author: UserBasic,
  startDate: Nullable(Day),
  ...dates,
  /** The older name of the due date. */
  endDate: Nullable(Day),
  dueDate: Nullable(Day),
  state: Words(epicStates),
  webEditUrl: Type.String(),
  webUrl: Type.String(),
  references: Type.Object({ short: Type.String(), relative: Type.String(), full: Type.String() }),
  reference: Type.String(),
  createdAt: DateTime,
  updatedAt: DateTime,
  closedAt: Nullable(DateTime),
  labels: Type.Array(Type.Union([Type.String(), LabelBasic])),
  upvotes: Type.Integer(),
  downvotes: Type.Integer(),
  /** Present for one epic, and in replies to writes. */
  subscribed: Type.Optional(Type.Boolean()),
  imported: Type.Boolean(),
  importedFrom: Type.String(),
  _links: Type.Object({
    self: Type.String(),
    epicIssues: Type.String(),
    group: Type.String(),
    parent: Nullable(Type.String()),
  }),
})

/** An issue of an epic. The link has no id besides that of the issue, as an issue is in one epic at most. */
export const EpicIssue = Type.Object({
  ...Issue.properties,
  epicIssueId: Type.Integer(),
  relativePosition: Nullable(Type.Integer()),
})

export const EpicIssueLink = Type.Object({
  id: Type.Integer(),
  relativePosition: Nullable(Type.Integer()),
  epic: Epic,
  issue: IssueBasic,
})

const group = { id: NamespaceRef }
const One = Type.Object({ ...group, epicIid: Type.Integer() })
const path = '/groups/:id/epics/:epicIid'
const filters = filtersOf('epic')

/** @source rest.md 11 */
export const epicFilters = {
  ...filters.is,
  search: Type.Optional(Type.String({ maxLength: 1000 })),
  state: Type.Optional(Words([...epicStates, 'all'])),
  ...dayFiltersOf('epic'),
  dueDate: plainFilters.dueDate,
  includeAncestorGroups: Type.Optional(Type.Boolean()),
  includeDescendantGroups: Type.Optional(Type.Boolean()),
  confidential: Type.Optional(Type.Boolean()),
  not: Type.Optional(Type.Object(filters.not)),
  or: Type.Optional(Type.Object(filters.or)),
}

export const listEpics = operation({
  name: 'listEpics',
  summary: 'List epics of a group',
  at: 'GET /groups/:id/epics',
  input: Type.Object({
    ...group,
    ...epicFilters,
    withLabelsDetails: Type.Optional(Type.Boolean()),
    orderBy: Type.Optional(Words(epicSorts)),
    sort: Type.Optional(Words(['asc', 'desc'])),
    ...Page,
  }),
  reply: Type.Array(Epic),
})

export const getEpic = operation({
  name: 'getEpic',
  summary: 'Get an epic',
  at: `GET ${path}`,
  input: One,
  reply: Epic,
})

/** The inputs of an epic besides the attributes of every issuable. */
export const epicInputs = {
  color: Type.Optional(EpicColor),
  startDateIsFixed: Type.Optional(Type.Boolean()),
  startDateFixed: Type.Optional(Nullable(Day)),
  dueDateIsFixed: Type.Optional(Type.Boolean()),
  dueDateFixed: Type.Optional(Nullable(Day)),
}

export const createEpic = operation({
  name: 'createEpic',
  summary: 'Create an epic',
  at: 'POST /groups/:id/epics',
  input: Type.Object({
    ...group,
    title: Type.String(),
    createdAt: Type.Optional(DateTime),
    idempotencyKey,
    ...epicInputs,
    ...inputsOf('createEpic'),
  }),
  reply: Epic,
})

export const updateEpic = operation({
  name: 'updateEpic',
  summary: 'Update an epic. Attributes that the current user cannot set are ignored',
  at: `PUT ${path}`,
  input: Type.Object({
    ...One.properties,
    stateEvent: Type.Optional(Words(['close', 'reopen'])),
    updatedAt: Type.Optional(DateTime),
    ...epicInputs,
    ...inputsOf('updateEpic'),
  }),
  reply: Epic,
})

export const deleteEpic = operation({
  name: 'deleteEpic',
  summary: 'Delete an epic. Its issues and child epics are kept',
  at: `DELETE ${path}`,
  input: Type.Object({ ...One.properties, ...Unmodified }),
  reply: Type.Null(),
})

/** The neighbor of the same kind in the epic, before or after which the item moves. */
const neighbours = {
  moveBeforeId: Type.Optional(Type.Integer()),
  moveAfterId: Type.Optional(Type.Integer()),
}

export const listEpicIssues = operation({
  name: 'listEpicIssues',
  summary: 'List issues of an epic',
  at: `GET ${path}/issues`,
  input: Type.Object({ ...One.properties, ...Page }),
  reply: Type.Array(EpicIssue),
})

export const addEpicIssue = operation({
  name: 'addEpicIssue',
  summary: 'Add an issue to an epic. It is removed from its previous epic',
  at: `POST ${path}/issues/:issueId`,
  input: Type.Object({ ...One.properties, issueId: Type.Integer() }),
  reply: EpicIssueLink,
})

export const reorderEpicIssue = operation({
  name: 'reorderEpicIssue',
  summary: 'Move an issue within an epic',
  at: `PUT ${path}/issues/:epicIssueId`,
  input: Type.Object({ ...One.properties, epicIssueId: Type.Integer(), ...neighbours }),
  reply: Type.Array(EpicIssue),
})

export const removeEpicIssue = operation({
  name: 'removeEpicIssue',
  summary: 'Remove an issue from an epic',
  at: `DELETE ${path}/issues/:epicIssueId`,
  status: 200,
  input: Type.Object({ ...One.properties, epicIssueId: Type.Integer() }),
  reply: EpicIssueLink,
})

export const listChildEpics = operation({
  name: 'listChildEpics',
  summary: 'List child epics of an epic',
  at: `GET ${path}/epics`,
  input: Type.Object({ ...One.properties, ...Page }),
  reply: Type.Array(Epic),
})

export const addChildEpic = operation({
  name: 'addChildEpic',
  summary: 'Make an epic a child of another one',
  at: `POST ${path}/epics/:childEpicId`,
  input: Type.Object({ ...One.properties, childEpicId: Type.Integer() }),
  reply: Epic,
})

export const createChildEpic = operation({
  name: 'createChildEpic',
  summary: 'Create a child epic',
  at: `POST ${path}/epics`,
  input: Type.Object({
    ...One.properties,
    title: Type.String(),
    confidential: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Object({
    id: Type.Integer(),
    title: Type.String(),
    groupId: Type.Integer(),
    parentId: Type.Integer(),
    hasChildren: Type.Boolean(),
    hasIssues: Type.Boolean(),
    reference: Type.String(),
    url: Type.String(),
    relationUrl: Type.String(),
  }),
})

export const reorderChildEpic = operation({
  name: 'reorderChildEpic',
  summary: 'Move a child epic within its parent',
  at: `PUT ${path}/epics/:childEpicId`,
  input: Type.Object({ ...One.properties, childEpicId: Type.Integer(), ...neighbours }),
  reply: Type.Array(Epic),
})

export const removeChildEpic = operation({
  name: 'removeChildEpic',
  summary: 'Remove a child epic from its parent',
  at: `DELETE ${path}/epics/:childEpicId`,
  status: 200,
  input: Type.Object({ ...One.properties, childEpicId: Type.Integer() }),
  reply: Epic,
})

export const subscribeToEpic = operation({
  name: 'subscribeToEpic',
  summary: 'Subscribe to an epic',
  at: `POST ${path}/subscribe`,
  input: One,
  reply: Epic,
})

export const unsubscribeFromEpic = operation({
  name: 'unsubscribeFromEpic',
  summary: 'Unsubscribe from an epic',
  at: `POST ${path}/unsubscribe`,
  input: One,
  reply: Epic,
})
