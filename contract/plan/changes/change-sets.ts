import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Nullable, Words } from '#contract/shapes.ts'

const operation = operationsOf('Change sets')

/** Items that a change set does not change. */
export const Refused = Type.Object({
  /** A sentence. */
  reason: Type.String(),
  count: Type.Integer(),
  /** The first of them. */
  items: Type.Array(Type.Object({ reference: Type.String(), title: Type.String(), webPath: Type.String() })),
})

/**
 * A change in words, around the items that it was made to: "label bug added" "to" 2 issues, "title" "of" 2 issues "changed", or
 * 2 issues "closed". The preposition is left out where the items are.
 */
export const Made = Type.Object({
  before: Type.String(),
  preposition: Type.String(),
  after: Type.String(),
  count: Type.Integer(),
})

/** Changes that a person made at once, to one item or many. They can be undone together. */
export const ChangeSet = Type.Object({
  id: Type.Integer(),
  kind: Words(['issue', 'merge_request', 'epic']),
  /** The type of all its items, such as `incident`; null if they have several, or if none is left. */
  type: Nullable(Type.String()),
  /** The reference of its only item, `#12`; null if it has several items, or if the item was deleted. */
  reference: Nullable(Type.String()),
  made: Type.Array(Made),
  /** The number of its items, and their outcomes so far. */
  total: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  refused: Type.Integer(),
  /** Whether it undoes another change. */
  isUndo: Type.Boolean(),
  /** The change set that undoes this one; null while there is none. */
  undoneById: Nullable(Type.Integer()),
  createdAt: DateTime,
  finishedAt: Nullable(DateTime),
})

/** The answer to a change that can be undone: its change sets, one for each project or group; none where nothing changed. */
export const UndoableChange = Type.Object({ changeSetIds: Type.Array(Type.Integer()) })

/** The answer to a bulk edit of chosen items. */
export const BulkUpdated = Type.Object({
  notice: Type.String(),
  count: Type.Integer(),
  /** The change set to undo; null where nothing changed that could be undone. */
  changeSetId: Nullable(Type.Integer()),
  refused: Type.Array(Refused),
})

const One = Type.Object({ changeSetId: Type.Integer() })

export const getChangeSet = operation({
  name: 'getChangeSet',
  summary: 'Get the progress of one of your change sets',
  at: 'GET /-/change_sets/:changeSetId',
  input: One,
  reply: Type.Object({ ...ChangeSet.properties, refusals: Type.Array(Refused) }),
})

export const undoChangeSet = operation({
  name: 'undoChangeSet',
  summary: 'Undo one of your change sets. Items that have been edited since are skipped',
  at: 'POST /-/change_sets/:changeSetId/undo',
  input: One,
  reply: ChangeSet,
})

export const undoEvent = operation({
  name: 'undoEvent',
  summary: 'Undo one of your changes to a single item, unless it has been edited since',
  at: 'POST /-/events/:eventId/undo',
  input: Type.Object({ eventId: Type.Integer() }),
  reply: ChangeSet,
})
