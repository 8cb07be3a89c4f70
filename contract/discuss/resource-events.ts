import { Type } from 'typebox'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { AnyJson, DateTime, Nullable, Page, Words } from '#contract/shapes.ts'
import { type NoteableKind, partsOf, restKey } from './noteable-kind.ts'

const operation = operationsOf('Resource events')

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

function inputs<Parameter extends string>(kind: NoteableKind<string, Parameter>) {
  const noteable = restKey(kind.rest.notesParameter)
  return {
    listed: Type.Object({ ...noteable, ...Page }),
    one: Type.Object({ ...noteable, eventId: Type.Integer() }),
  }
}

/** The operations of the API on the changes of labels, milestone and state of a kind. */
export function resourceEventOperations<Parameter extends string>(kind: NoteableKind<string, Parameter>) {
  const { nameUnlessIssue, aNoteable, notesPath } = partsOf(kind)
  const { listed, one } = inputs(kind)
  return {
    listLabelEvents: operation({
      name: `list${nameUnlessIssue}LabelEvents`,
      summary: `Labels that came to ${aNoteable} and went`,
      at: `GET ${notesPath}/resource_label_events`,
      input: listed,
      reply: Type.Array(ResourceLabelEvent),
    }),
    getLabelEvent: operation({
      name: `get${nameUnlessIssue}LabelEvent`,
      summary: 'One change of labels',
      at: `GET ${notesPath}/resource_label_events/:eventId`,
      input: one,
      reply: ResourceLabelEvent,
    }),
    listMilestoneEvents: operation({
      name: `list${nameUnlessIssue}MilestoneEvents`,
      summary: `Milestones that ${aNoteable} had`,
      at: `GET ${notesPath}/resource_milestone_events`,
      input: listed,
      reply: Type.Array(ResourceMilestoneEvent),
    }),
    getMilestoneEvent: operation({
      name: `get${nameUnlessIssue}MilestoneEvent`,
      summary: 'One change of milestone',
      at: `GET ${notesPath}/resource_milestone_events/:eventId`,
      input: one,
      reply: ResourceMilestoneEvent,
    }),
    listStateEvents: operation({
      name: `list${nameUnlessIssue}StateEvents`,
      summary: `When ${aNoteable} was closed and reopened`,
      at: `GET ${notesPath}/resource_state_events`,
      input: listed,
      reply: Type.Array(ResourceStateEvent),
    }),
    getStateEvent: operation({
      name: `get${nameUnlessIssue}StateEvent`,
      summary: 'One change of state',
      at: `GET ${notesPath}/resource_state_events/:eventId`,
      input: one,
      reply: ResourceStateEvent,
    }),
  }
}

/** The same of weight and iteration, for a kind that has them. */
export function planningEventOperations<Parameter extends string>(kind: NoteableKind<string, Parameter>) {
  const { nameUnlessIssue, aNoteable, notesPath } = partsOf(kind)
  const { listed, one } = inputs(kind)
  return {
    listWeightEvents: operation({
      name: `list${nameUnlessIssue}WeightEvents`,
      summary: `Weights that ${aNoteable} had`,
      at: `GET ${notesPath}/resource_weight_events`,
      input: listed,
      reply: Type.Array(ResourceWeightEvent),
    }),
    getWeightEvent: operation({
      name: `get${nameUnlessIssue}WeightEvent`,
      summary: 'One change of weight',
      at: `GET ${notesPath}/resource_weight_events/:eventId`,
      input: one,
      reply: ResourceWeightEvent,
    }),
    listIterationEvents: operation({
      name: `list${nameUnlessIssue}IterationEvents`,
      summary: `Iterations that ${aNoteable} was in`,
      at: `GET ${notesPath}/resource_iteration_events`,
      input: listed,
      reply: Type.Array(ResourceIterationEvent),
    }),
    getIterationEvent: operation({
      name: `get${nameUnlessIssue}IterationEvent`,
      summary: 'One change of iteration',
      at: `GET ${notesPath}/resource_iteration_events/:eventId`,
      input: one,
      reply: ResourceIterationEvent,
    }),
  }
}

export type PlanningEventOperations = ReturnType<typeof planningEventOperations<never>>
