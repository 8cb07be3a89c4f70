import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Nullable, Words } from '#contract/shapes.ts'

const operation = operationsOf('Change sets')

/** Items that a change set leaves as they are. */
export const Refused = Type.Object({
  /** A sentence. */
  reason: Type.String(),
  count: Type.Integer(),
  /** The first of them. */
  items: Type.Array(Type.Object({ reference: Type.String(), title: Type.String(), webPath: Type.String() })),
})

/** A change in words, around the items that it was made to: "label bug added to" 2 issues, or 2 issues "closed". */
export const Made = Type.Object({ before: Type.String(), after: Type.String(), count: Type.Integer() })

/** What a person changed at once, of one item or many. It can be undone. */
export const ChangeSet = Type.Object({
  id: Type.Integer(),
  kind: Words(['issue', 'merge_request', 'epic']),
  made: Type.Array(Made),
  /** How many items it is about, and what became of them so far. */
  total: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  refused: Type.Integer(),
  /** It takes another change back. */
  isUndo: Type.Boolean(),
  /** The change set that takes this one back; null while there is none. */
  undoneById: Nullable(Type.Integer()),
  createdAt: DateTime,
  finishedAt: Nullable(DateTime),
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
  summary: 'Undo one of your changes of a single item, unless it has been edited since',
  at: 'POST /-/events/:eventId/undo',
  input: Type.Object({ eventId: Type.Integer() }),
  reply: ChangeSet,
})
