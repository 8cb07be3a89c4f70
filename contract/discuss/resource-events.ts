import { type TSchema, Type } from 'typebox'
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

/** The list and the single event of one kind of change. */
function pairs<Parameter extends string>(kind: NoteableKind<string, Parameter>) {
  const { nameUnlessIssue, notesPath } = partsOf(kind)
  const noteable = restKey(kind.rest.notesParameter)
  const path = (word: string) => `${notesPath}/resource_${word.toLowerCase()}_events` as const
  return {
    list: <Event extends TSchema>(word: Word, Event: Event, summary: string) =>
      operation({
        name: `list${nameUnlessIssue}${word}Events`,
        summary,
        at: `GET ${path(word)}`,
        input: Type.Object({ ...noteable, ...Page }),
        reply: Type.Array(Event),
      }),
    one: <Event extends TSchema>(word: Word, Event: Event, summary = `Get a ${word.toLowerCase()} event`) =>
      operation({
        name: `get${nameUnlessIssue}${word}Event`,
        summary,
        at: `GET ${path(word)}/:eventId`,
        input: Type.Object({ ...noteable, eventId: Type.Integer() }),
        reply: Event,
      }),
  }
}

type Word = 'Label' | 'Milestone' | 'State' | 'Weight' | 'Iteration'

/** The operations of the API on the changes of labels, milestone and state of a kind. */
export function resourceEventOperations<Parameter extends string>(kind: NoteableKind<string, Parameter>) {
  const { aNoteable } = partsOf(kind)
  const { list, one } = pairs(kind)
  return {
    listLabelEvents: list('Label', ResourceLabelEvent, `List label events of ${aNoteable}`),
    getLabelEvent: one('Label', ResourceLabelEvent, 'Get a label event'),
    listMilestoneEvents: list('Milestone', ResourceMilestoneEvent, `List milestone events of ${aNoteable}`),
    getMilestoneEvent: one('Milestone', ResourceMilestoneEvent),
    listStateEvents: list('State', ResourceStateEvent, `List state events of ${aNoteable}`),
    getStateEvent: one('State', ResourceStateEvent),
  }
}

/** The same of weight and iteration, for a kind that has them. */
export function planningEventOperations<Parameter extends string>(kind: NoteableKind<string, Parameter>) {
  const { aNoteable } = partsOf(kind)
  const { list, one } = pairs(kind)
  return {
    listWeightEvents: list('Weight', ResourceWeightEvent, `List weight events of ${aNoteable}`),
    getWeightEvent: one('Weight', ResourceWeightEvent),
    listIterationEvents: list('Iteration', ResourceIterationEvent, `List iteration events of ${aNoteable}`),
    getIterationEvent: one('Iteration', ResourceIterationEvent),
  }
}

export type PlanningEventOperations = ReturnType<typeof planningEventOperations<never>>
