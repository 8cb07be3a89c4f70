import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Day, NamespaceRef, Nullable, Page, UpdatedBetween, Words } from '#contract/shapes.ts'

const operation = operationsOf('Iterations')

/** The states of an iteration, in the order of their numbers in the API, from 1. */
export const iterationStates = ['upcoming', 'current', 'closed'] as const

/** The states by which iterations are asked for: `opened` is upcoming or current, `started` an older word for current. */
export const iterationStateFilters = ['opened', ...iterationStates, 'started', 'all'] as const

/** @source rest.md 2.3 */
export const Iteration = Type.Object({
  id: Type.Integer(),
  iid: Type.Integer(),
  /** The position within the cadence, from 1. */
  sequence: Type.Integer(),
  groupId: Type.Integer(),
  title: Nullable(Type.String()),
  description: Nullable(Type.String()),
  /** 1 upcoming, 2 current, 3 closed */
  state: Type.Integer(),
  createdAt: DateTime,
  updatedAt: DateTime,
  startDate: Day,
  dueDate: Day,
  webUrl: Type.String(),
})

const filters = {
  state: Type.Optional(Words(iterationStateFilters)),
  search: Type.Optional(Type.String({ maxLength: 255 })),
  in: Type.Optional(Type.Array(Words(['title', 'cadence_title']))),
  includeAncestors: Type.Optional(Type.Boolean()),
  includeDescendants: Type.Optional(Type.Boolean()),
  ...UpdatedBetween,
  ...Page,
}

export const listGroupIterations = operation({
  name: 'listGroupIterations',
  summary: 'List group iterations',
  at: 'GET /groups/:id/iterations',
  input: Type.Object({ id: NamespaceRef, ...filters }),
  reply: Type.Array(Iteration),
})

export const listProjectIterations = operation({
  name: 'listProjectIterations',
  summary: 'List iterations available to a project',
  at: 'GET /projects/:id/iterations',
  input: Type.Object({ id: NamespaceRef, ...filters }),
  reply: Type.Array(Iteration),
})
