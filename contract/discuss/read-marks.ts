import { type Static, Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, Nullable } from '#contract/shapes.ts'
import { type NoteableKind, pageKey, partsOf } from './noteable-kind.ts'

const operation = operationsOf('Read marks')

/** The part of an issue that a person has seen, at the start of a visit. */
export const Reading = Type.Object({
  /** Null on the first visit. */
  mark: Nullable(
    Type.Object({
      /** Every note up to this one was seen. */
      noteId: Type.Integer(),
      /** The version of the description that was seen; 0 before its first change. */
      descriptionVersionId: Type.Integer(),
      seenAt: DateTime,
    }),
  ),
  /** The last note the reader may see, of any kind; 0 when there is none. */
  lastNoteId: Type.Integer(),
  /** Comments of others since; null if there are none, and on the first visit. */
  commentNews: Nullable(
    Type.Object({
      firstNoteId: Type.Integer(),
      /** A hundred at most. */
      count: Type.Integer(),
    }),
  ),
  /** The latest version of the description; 0 before its first change. */
  descriptionVersionId: Type.Integer(),
  /** Changes of others to the description since, to be compared from `startVersionId` to `versionId`. */
  descriptionNews: Nullable(
    Type.Object({
      versionId: Type.Integer(),
      startVersionId: Type.Integer(),
      editedAt: DateTime,
      /** Names of who changed it. */
      editors: Type.Array(Type.String()),
    }),
  ),
})
export type Reading = Static<typeof Reading>

/** Comments and changes of others on an issue since the reader last saw it. */
export const News = Type.Object({
  /** Comments, a hundred at most. */
  comments: Type.Integer(),
  isDescriptionEdited: Type.Boolean(),
})
export type News = Static<typeof News>

/** The operations by which the page of a kind reports the last read note. */
export function readMarkOperations(kind: NoteableKind) {
  const { nameUnlessIssue, aNoteable, pagePath } = partsOf(kind)
  return {
    markRead: operation({
      name: `mark${nameUnlessIssue}Read`,
      summary: `Update the read position on ${aNoteable} (only moves forward)`,
      at: `PUT ${pagePath}/read_mark`,
      status: 204,
      input: Type.Object({
        ...pageKey,
        /** The last note of those that were seen; 0 when there is none. */
        noteId: Type.Integer({ minimum: 0 }),
        descriptionVersionId: Type.Optional(Type.Integer({ minimum: 0 })),
      }),
      reply: Empty,
    }),
  }
}
