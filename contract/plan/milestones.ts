import { Type } from 'typebox'
import { operation } from '#contract/operation.ts'
import { DateTime, Day, Expected, Ids, NamespaceRef, Nullable, Page, Unmodified, Words } from '#contract/shapes.ts'
import { IssueBasic } from './issues.ts'
import { Milestone } from './shapes.ts'

const tag = 'Milestones'

const filters = {
  iids: Type.Optional(Ids),
  state: Type.Optional(Words(['active', 'closed', 'all'])),
  title: Type.Optional(Type.String()),
  search: Type.Optional(Type.String({ maxLength: 255 })),
  searchTitle: Type.Optional(Type.String({ maxLength: 255 })),
  includeAncestors: Type.Optional(Type.Boolean()),
  includeParentMilestones: Type.Optional(Type.Boolean()),
  updatedBefore: Type.Optional(DateTime),
  updatedAfter: Type.Optional(DateTime),
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
  summary: 'The milestones of a project.',
  tag,
  at: 'GET /projects/:id/milestones',
  input: Type.Object({ id: NamespaceRef, ...filters }),
  reply: Type.Array(Milestone),
})

export const getProjectMilestone = operation({
  name: 'getProjectMilestone',
  summary: 'One milestone of a project.',
  tag,
  at: 'GET /projects/:id/milestones/:milestoneId',
  input: One,
  reply: Milestone,
})

export const createProjectMilestone = operation({
  name: 'createProjectMilestone',
  summary: 'Create a milestone in a project.',
  tag,
  at: 'POST /projects/:id/milestones',
  input: Type.Object({ id: NamespaceRef, ...creation }),
  reply: Milestone,
})

export const updateProjectMilestone = operation({
  name: 'updateProjectMilestone',
  summary: 'Change a milestone of a project.',
  tag,
  at: 'PUT /projects/:id/milestones/:milestoneId',
  input: Type.Object({ ...One.properties, ...changes, stateEvent, expected }),
  reply: Milestone,
})

export const deleteProjectMilestone = operation({
  name: 'deleteProjectMilestone',
  summary: 'Delete a milestone of a project; its issues stay.',
  tag,
  at: 'DELETE /projects/:id/milestones/:milestoneId',
  input: Type.Object({ ...One.properties, ...Unmodified }),
  reply: Type.Null(),
})

export const listProjectMilestoneIssues = operation({
  name: 'listProjectMilestoneIssues',
  summary: 'The issues of a project’s milestone.',
  tag,
  at: 'GET /projects/:id/milestones/:milestoneId/issues',
  input: Type.Object({ ...One.properties, ...Page }),
  reply: Type.Array(IssueBasic),
})

export const promoteMilestone = operation({
  name: 'promoteMilestone',
  summary: 'Make a project’s milestone one of its group; milestones of the same title join it.',
  tag,
  at: 'POST /projects/:id/milestones/:milestoneId/promote',
  input: One,
  reply: Milestone,
})

export const listGroupMilestones = operation({
  name: 'listGroupMilestones',
  summary: 'The milestones of a group.',
  tag,
  at: 'GET /groups/:id/milestones',
  input: Type.Object({ id: NamespaceRef, includeDescendants: Type.Optional(Type.Boolean()), ...filters }),
  reply: Type.Array(Milestone),
})

export const getGroupMilestone = operation({
  name: 'getGroupMilestone',
  summary: 'One milestone of a group.',
  tag,
  at: 'GET /groups/:id/milestones/:milestoneId',
  input: One,
  reply: Milestone,
})

export const createGroupMilestone = operation({
  name: 'createGroupMilestone',
  summary: 'Create a milestone in a group.',
  tag,
  at: 'POST /groups/:id/milestones',
  input: Type.Object({ id: NamespaceRef, ...creation }),
  reply: Milestone,
})

export const updateGroupMilestone = operation({
  name: 'updateGroupMilestone',
  summary: 'Change a milestone of a group.',
  tag,
  at: 'PUT /groups/:id/milestones/:milestoneId',
  input: Type.Object({ ...One.properties, ...changes, stateEvent, expected }),
  reply: Milestone,
})

export const deleteGroupMilestone = operation({
  name: 'deleteGroupMilestone',
  summary: 'Delete a milestone of a group; its issues stay.',
  tag,
  at: 'DELETE /groups/:id/milestones/:milestoneId',
  input: Type.Object({ ...One.properties, ...Unmodified }),
  reply: Type.Null(),
})

export const listGroupMilestoneIssues = operation({
  name: 'listGroupMilestoneIssues',
  summary: 'The issues of a group’s milestone.',
  tag,
  at: 'GET /groups/:id/milestones/:milestoneId/issues',
  input: Type.Object({ ...One.properties, ...Page }),
  reply: Type.Array(IssueBasic),
})

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
  summary: 'The open milestones that an issue of the project can have, the next due first.',
  tag,
  door: 'browser',
  at: 'GET /:namespace/-/milestones.json',
  input: Type.Object({ namespace: Type.String(), search: Type.Optional(Type.String({ maxLength: 255 })) }),
  reply: Type.Array(MilestoneOption),
})

export const listGroupMilestoneOptions = operation({
  name: 'listGroupMilestoneOptions',
  summary: 'The open milestones of a group, the next due first.',
  tag,
  door: 'browser',
  at: 'GET /groups/:namespace/-/milestones.json',
  input: Type.Object({ namespace: Type.String(), search: Type.Optional(Type.String({ maxLength: 255 })) }),
  reply: Type.Array(MilestoneOption),
})
