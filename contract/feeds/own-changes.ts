import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { ChangeSet, Made } from '#contract/plan/changes/change-sets.ts'
import { DateTime, Nullable } from '#contract/shapes.ts'

const operation = operationsOf('Change sets')

/** A change that a person made, to one item or to many at once. */
export const OwnChange = Type.Object({
  /** The event of a single change; null for a change set. */
  eventId: Nullable(Type.Integer()),
  changeSetId: Nullable(Type.Integer()),
  kind: ChangeSet.properties.kind,
  type: ChangeSet.properties.type,
  made: Type.Array(Made),
  createdAt: DateTime,
  place: Type.Object({ fullName: Type.String(), fullPath: Type.String() }),
  /** The item of a single change; null for a change set. */
  target: Nullable(
    Type.Object({
      /** `#12` */
      reference: Type.String(),
      title: Type.String(),
      confidential: Type.Boolean(),
      path: Type.String(),
    }),
  ),
  /** Whether its author has restored the former values by a later change. */
  isReverted: Type.Boolean(),
  /** The change set that undoes it, with its outcome; null while there is none. */
  undo: Nullable(
    Type.Object({
      changeSetId: Type.Integer(),
      changed: Type.Integer(),
      refused: Type.Integer(),
      isRunning: Type.Boolean(),
    }),
  ),
})

export const ownChangesPage = operation({
  name: 'ownChangesPage',
  summary: 'Get data for the “Your changes” page',
  at: 'GET /-/pages/own_changes',
  input: Type.Object({
    /** The end of the previous page. */
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  reply: Type.Object({
    changes: Type.Array(OwnChange),
    /** The cursor of the next page; null at the end. */
    next: Nullable(Type.String()),
    /** The number of days in which a change can be undone. */
    undoableDays: Type.Integer(),
  }),
})
