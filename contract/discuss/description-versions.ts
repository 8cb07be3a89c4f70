import { type Static, Type } from 'typebox'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, Nullable, Words } from '#contract/shapes.ts'
import { type NoteableKind, pageKey, partsOf } from './noteable-kind.ts'

const operation = operationsOf('Description versions')

/** A stretch of text that both versions have, or one of them. */
export const DiffPiece = Type.Object({ kind: Words(['same', 'removed', 'added']), text: Type.String() })

export const DescriptionVersion = Type.Object({
  id: Type.Integer(),
  /** The first version whose change is part of the comparison: its own, unless another was asked for. */
  startVersionId: Type.Integer(),
  /** The version to compare with: the one before `startVersionId`. Null for the first one. */
  previousVersionId: Nullable(Type.Integer()),
  author: Nullable(UserBasic),
  createdAt: DateTime,
  /** Whether the text of the version was deleted for good. */
  deleted: Type.Boolean(),
  description: Nullable(Type.String()),
  /** Null when one of the two was deleted. */
  diff: Nullable(Type.Array(DiffPiece)),
})
export type DescriptionVersion = Static<typeof DescriptionVersion>

const version = {
  ...pageKey,
  versionId: Type.Integer(),
  /** Take the changes from this version on together. */
  startVersionId: Type.Optional(Type.Integer()),
}

/** The operations behind the history of the description on the page of a kind. */
export function descriptionVersionOperations(kind: NoteableKind) {
  const { nameUnlessIssue, aNoteable, pagePath } = partsOf(kind)
  return {
    getDescriptionVersion: operation({
      name: `get${nameUnlessIssue}DescriptionVersion`,
      summary: `Get a description version of ${aNoteable} with its changes`,
      at: `GET ${pagePath}/descriptions/:versionId`,
      input: Type.Object(version),
      reply: DescriptionVersion,
    }),
    getDescriptionDiff: operation({
      name: `get${nameUnlessIssue}DescriptionDiff`,
      summary: 'Get the diff of a description version as an HTML fragment',
      at: `GET ${pagePath}/descriptions/:versionId/diff`,
      input: Type.Object(version),
      reply: Type.String(),
    }),
    deleteDescriptionVersion: operation({
      name: `delete${nameUnlessIssue}DescriptionVersion`,
      summary: 'Delete the text of a description version. The system note is kept',
      at: `DELETE ${pagePath}/descriptions/:versionId`,
      status: 200,
      input: Type.Object(version),
      reply: Empty,
    }),
  }
}
