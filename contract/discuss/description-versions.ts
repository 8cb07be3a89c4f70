import { type Static, Type } from 'typebox'
import { UserBasic } from '#contract/foundation/users.ts'
import { operation } from '#contract/operation.ts'
import { DateTime, Empty, Nullable, Words } from '#contract/shapes.ts'

const tag = 'Description versions'

/** A stretch of text that both versions have, or one of them. */
export const DiffPiece = Type.Object({ kind: Words(['same', 'removed', 'added']), text: Type.String() })

export const DescriptionVersion = Type.Object({
  id: Type.Integer(),
  /** The first version whose change is part of the comparison: its own, unless another was asked for. */
  startVersionId: Type.Integer(),
  /** What it is compared with: the version before `startVersionId`. Null for the first one. */
  previousVersionId: Nullable(Type.Integer()),
  author: Nullable(UserBasic),
  createdAt: DateTime,
  /** Its text was taken away for good. */
  deleted: Type.Boolean(),
  description: Nullable(Type.String()),
  /** Null when one of the two was deleted. */
  diff: Nullable(Type.Array(DiffPiece)),
})
export type DescriptionVersion = Static<typeof DescriptionVersion>

const version = {
  namespace: Type.String(),
  iid: Type.Integer(),
  versionId: Type.Integer(),
  /** Take the changes from this version on together. */
  startVersionId: Type.Optional(Type.Integer()),
}

export const getDescriptionVersion = operation({
  name: 'getDescriptionVersion',
  summary: 'One version of an issue’s description, with what it changed',
  tag,
  door: 'browser',
  at: 'GET /:namespace/-/issues/:iid/descriptions/:versionId',
  input: Type.Object(version),
  reply: DescriptionVersion,
})

export const getDescriptionDiff = operation({
  name: 'getDescriptionDiff',
  summary: 'What a version of a description changed, as a fragment of HTML',
  tag,
  door: 'browser',
  at: 'GET /:namespace/-/issues/:iid/descriptions/:versionId/diff',
  input: Type.Object(version),
  reply: Type.String(),
})

export const deleteDescriptionVersion = operation({
  name: 'deleteDescriptionVersion',
  summary: 'Take away the text of a version; the note of the change stays',
  tag,
  door: 'browser',
  at: 'DELETE /:namespace/-/issues/:iid/descriptions/:versionId',
  status: 200,
  input: Type.Object(version),
  reply: Empty,
})
