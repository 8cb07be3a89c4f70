import { Type } from 'typebox'
import { UserBasic } from '#contract/foundation/users.ts'
import { operation } from '#contract/operation.ts'
import { AnyJson, DateTime, NamespaceRef, Nullable, Page, Words } from '#contract/shapes.ts'

const tag = 'Resource events'

const issue = { id: NamespaceRef, issueIid: Type.Integer() }
const listed = Type.Object({ ...issue, ...Page })
const one = Type.Object({ ...issue, eventId: Type.Integer() })

const common = {
  id: Type.Integer(),
  user: UserBasic,
  createdAt: DateTime,
  resourceType: Type.String(),
  resourceId: Type.Integer(),
}

/** @source rest.md 2.3; labels and milestones are null when they are gone. */
export const ResourceLabelEvent = Type.Object({ ...common, label: Nullable(AnyJson), action: Words(['add', 'remove']) })
export const ResourceMilestoneEvent = Type.Object({
  ...common,
  milestone: Nullable(AnyJson),
  action: Words(['add', 'remove']),
  state: Type.String(),
})
export const ResourceStateEvent = Type.Object({
  ...common,
  sourceCommit: Nullable(Type.String()),
  sourceMergeRequestId: Nullable(Type.Integer()),
  state: Words(['closed', 'reopened']),
})
export const ResourceIterationEvent = Type.Object({
  ...common,
  iteration: Nullable(AnyJson),
  action: Words(['add', 'remove']),
})
export const ResourceWeightEvent = Type.Object({
  id: Type.Integer(),
  user: UserBasic,
  createdAt: DateTime,
  issueId: Type.Integer(),
  weight: Nullable(Type.Integer()),
})

export const listLabelEvents = operation({
  name: 'listLabelEvents',
  summary: 'Labels that came to an issue and went',
  tag,
  at: 'GET /projects/:id/issues/:issueIid/resource_label_events',
  input: listed,
  reply: Type.Array(ResourceLabelEvent),
})
export const getLabelEvent = operation({
  name: 'getLabelEvent',
  summary: 'One change of labels',
  tag,
  at: 'GET /projects/:id/issues/:issueIid/resource_label_events/:eventId',
  input: one,
  reply: ResourceLabelEvent,
})
export const listMilestoneEvents = operation({
  name: 'listMilestoneEvents',
  summary: 'Milestones that an issue had',
  tag,
  at: 'GET /projects/:id/issues/:issueIid/resource_milestone_events',
  input: listed,
  reply: Type.Array(ResourceMilestoneEvent),
})
export const getMilestoneEvent = operation({
  name: 'getMilestoneEvent',
  summary: 'One change of milestone',
  tag,
  at: 'GET /projects/:id/issues/:issueIid/resource_milestone_events/:eventId',
  input: one,
  reply: ResourceMilestoneEvent,
})
export const listStateEvents = operation({
  name: 'listStateEvents',
  summary: 'When an issue was closed and reopened',
  tag,
  at: 'GET /projects/:id/issues/:issueIid/resource_state_events',
  input: listed,
  reply: Type.Array(ResourceStateEvent),
})
export const getStateEvent = operation({
  name: 'getStateEvent',
  summary: 'One change of state',
  tag,
  at: 'GET /projects/:id/issues/:issueIid/resource_state_events/:eventId',
  input: one,
  reply: ResourceStateEvent,
})
export const listWeightEvents = operation({
  name: 'listWeightEvents',
  summary: 'Weights that an issue had',
  tag,
  at: 'GET /projects/:id/issues/:issueIid/resource_weight_events',
  input: listed,
  reply: Type.Array(ResourceWeightEvent),
})
export const getWeightEvent = operation({
  name: 'getWeightEvent',
  summary: 'One change of weight',
  tag,
  at: 'GET /projects/:id/issues/:issueIid/resource_weight_events/:eventId',
  input: one,
  reply: ResourceWeightEvent,
})
export const listIterationEvents = operation({
  name: 'listIterationEvents',
  summary: 'Iterations that an issue was in',
  tag,
  at: 'GET /projects/:id/issues/:issueIid/resource_iteration_events',
  input: listed,
  reply: Type.Array(ResourceIterationEvent),
})
export const getIterationEvent = operation({
  name: 'getIterationEvent',
  summary: 'One change of iteration',
  tag,
  at: 'GET /projects/:id/issues/:issueIid/resource_iteration_events/:eventId',
  input: one,
  reply: ResourceIterationEvent,
})
