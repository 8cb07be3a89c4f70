import { Type } from 'typebox'
import { byPlaceKind } from '#contract/foundation/places.ts'
import { operationsOf } from '#contract/operation.ts'
import {
  DateTime,
  Day,
  Expected,
  Ids,
  NamespaceRef,
  Nullable,
  Page,
  Unmodified,
  UpdatedBetween,
  Words,
} from '#contract/shapes.ts'
import { IssueBasic } from '../issues/issues.ts'
import { Milestone } from '../shapes.ts'

const operation = operationsOf('Milestones')

const filters = {
  iids: Type.Optional(Ids),
  state: Type.Optional(Words(['active', 'closed', 'all'])),
  title: Type.Optional(Type.String()),
  search: Type.Optional(Type.String({ maxLength: 255 })),
  searchTitle: Type.Optional(Type.String({ maxLength: 255 })),
  includeAncestors: Type.Optional(Type.Boolean()),
  includeParentMilestones: Type.Optional(Type.Boolean()),
  ...UpdatedBetween,
  containingDate: Type.Optional(Day),
  startDate: Type.Optional(Day),
  endDate: Type.Optional(Day),
  ...Page,
}

const text = Type.Optional(Nullable(Type.String({ maxLength: 1_048_576 })))
const day = Type.Optional(Nullable(Day))

const creation = { title: Type.String(), description: text, startDate: day, dueDate: day }
const changes = {
  title: Type.Optional(Type.String()),
  description: text,
  startDate: day,
  dueDate: day,
}
const stateEvent = Type.Optional(Words(['close', 'activate']))
const expected = Expected({
  ...changes,
  state: Type.Optional(Words(['active', 'closed'])),
  updatedAt: Type.Optional(DateTime),
})
const One = Type.Object({ id: NamespaceRef, milestoneId: Type.Integer() })

export const listProjectMilestones = operation({
  name: 'listProjectMilestones',
  summary: 'List project milestones',
  at: 'GET /projects/:id/milestones',
  input: Type.Object({ id: NamespaceRef, ...filters }),
  reply: Type.Array(Milestone),
})

export const listGroupMilestones = operation({
  name: 'listGroupMilestones',
  summary: 'List group milestones',
  at: 'GET /groups/:id/milestones',
  input: Type.Object({ id: NamespaceRef, includeDescendants: Type.Optional(Type.Boolean()), ...filters }),
  reply: Type.Array(Milestone),
})

export const promoteMilestone = operation({
  name: 'promoteMilestone',
  summary: 'Promote a project milestone to its group. Milestones with the same title are merged into it',
  at: 'POST /projects/:id/milestones/:milestoneId/promote',
  input: One,
  reply: Milestone,
})

const BurndownEvent = Type.Object({
  createdAt: DateTime,
  weight: Nullable(Type.Integer()),
  action: Words(['created', 'closed', 'reopened']),
})

/** The operations that are alike on the milestones of a project and of a group. */
export const milestoneOperations = byPlaceKind((kind, name) => ({
  get: operation({
    name: `get${name}Milestone`,
    summary: `Get a ${kind} milestone`,
    at: `GET /${kind}s/:id/milestones/:milestoneId`,
    input: One,
    reply: Milestone,
  }),
  create: operation({
    name: `create${name}Milestone`,
    summary: `Create a ${kind} milestone`,
    at: `POST /${kind}s/:id/milestones`,
    input: Type.Object({ id: NamespaceRef, ...creation }),
    reply: Milestone,
  }),
  update: operation({
    name: `update${name}Milestone`,
    summary: `Update a ${kind} milestone`,
    at: `PUT /${kind}s/:id/milestones/:milestoneId`,
    input: Type.Object({ ...One.properties, ...changes, stateEvent, expected }),
    reply: Milestone,
  }),
  remove: operation({
    name: `delete${name}Milestone`,
    summary: `Delete a ${kind} milestone. Its issues are kept`,
    at: `DELETE /${kind}s/:id/milestones/:milestoneId`,
    input: Type.Object({ ...One.properties, ...Unmodified }),
    reply: Type.Null(),
  }),
  listBurndownEvents: operation({
    name: `list${name}MilestoneBurndownEvents`,
    summary: `List burndown events of a ${kind} milestone (issues created, closed and reopened), oldest first. Empty if a date is missing`,
    at: `GET /${kind}s/:id/milestones/:milestoneId/burndown_events`,
    input: One,
    reply: Type.Array(BurndownEvent),
  }),
  listIssues: operation({
    name: `list${name}MilestoneIssues`,
    summary: `List issues of a ${kind} milestone`,
    at: `GET /${kind}s/:id/milestones/:milestoneId/issues`,
    input: Type.Object({ ...One.properties, ...Page }),
    reply: Type.Array(IssueBasic),
  }),
}))

export const {
  get: getProjectMilestone,
  create: createProjectMilestone,
  update: updateProjectMilestone,
  remove: deleteProjectMilestone,
  listBurndownEvents: listProjectMilestoneBurndownEvents,
  listIssues: listProjectMilestoneIssues,
} = milestoneOperations.project

export const {
  get: getGroupMilestone,
  create: createGroupMilestone,
  update: updateGroupMilestone,
  remove: deleteGroupMilestone,
  listBurndownEvents: listGroupMilestoneBurndownEvents,
  listIssues: listGroupMilestoneIssues,
} = milestoneOperations.group

/** A milestone as the browser's own lists have it. */
export const MilestoneOption = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  name: Type.String(),
  dueDate: Nullable(Day),
  startDate: Nullable(Day),
  expired: Type.Boolean(),
})

export const listMilestoneOptions = operation({
  name: 'listMilestoneOptions',
  summary: 'List open milestones available to issues of a project, up to 100, earliest due first',
  at: 'GET /:namespace/-/milestones.json',
  input: Type.Object({ namespace: Type.String(), search: Type.Optional(Type.String({ maxLength: 255 })) }),
  reply: Type.Array(MilestoneOption),
})

export const listGroupMilestoneOptions = operation({
  name: 'listGroupMilestoneOptions',
  summary: 'List open milestones of a group, up to 100, earliest due first',
  at: 'GET /groups/:namespace/-/milestones.json',
  input: Type.Object({ namespace: Type.String(), search: Type.Optional(Type.String({ maxLength: 255 })) }),
  reply: Type.Array(MilestoneOption),
})
