import { type Static, type TSchema, Type } from 'typebox'
import { largestInteger, Nullable, Words } from '#contract/shapes.ts'
import type { NoteableKind } from './noteable-kind.ts'

/** The id of a commit, of SHA-1 or SHA-256. */
const Sha = Type.String({ pattern: '^[0-9a-f]{40}(?:[0-9a-f]{24})?$' })
const Path = Type.String({ minLength: 1, maxLength: 4096 })
const Line = Type.Integer({ minimum: 1, maximum: largestInteger })
const Pixels = Type.Number({ minimum: 0, maximum: largestInteger })

const LinePoint = Type.Object({
  /** `<sha1 of the path>_<old line>_<new line>` */
  lineCode: Type.String({ pattern: '^[0-9a-f]{40}_\\d{1,10}_\\d{1,10}$' }),
  /** Null on an unchanged line. */
  type: Type.Optional(Nullable(Words(['new', 'old']))),
  oldLine: Type.Optional(Nullable(Line)),
  newLine: Type.Optional(Nullable(Line)),
})
export type LinePoint = Static<typeof LinePoint>

/** The first and the last of several lines. */
const LineRange = Type.Object({ start: LinePoint, end: LinePoint })

const diff = {
  /** The merge base, the head of the target and the head of the source when the diff was made. */
  baseSha: Sha,
  startSha: Sha,
  headSha: Sha,
}
const inFile = { ...diff, oldPath: Path, newPath: Path }

/**
 * The place of a discussion in a diff.
 *
 * @source rest.md 2.3, product-rules.md 9
 */
export const Position = Type.Union([
  Type.Object({
    ...inFile,
    positionType: Type.Literal('text'),
    /** Null on an added line. */
    oldLine: Nullable(Line),
    /** Null on a removed line. */
    newLine: Nullable(Line),
    lineRange: Nullable(LineRange),
  }),
  /** A point of an image, in its pixels. */
  Type.Object({
    ...inFile,
    positionType: Type.Literal('image'),
    width: Pixels,
    height: Pixels,
    x: Pixels,
    y: Pixels,
  }),
  /** A whole file. */
  Type.Object({ ...inFile, positionType: Type.Literal('file') }),
])
export type Position = Static<typeof Position>

/** A position in a request. One path is enough when both are equal. */
export const PositionInput = Type.Object({
  ...diff,
  positionType: Words(['text', 'image', 'file']),
  oldPath: Type.Optional(Path),
  newPath: Type.Optional(Path),
  oldLine: Type.Optional(Line),
  newLine: Type.Optional(Line),
  lineRange: Type.Optional(LineRange),
  width: Type.Optional(Pixels),
  height: Type.Optional(Pixels),
  x: Type.Optional(Pixels),
  y: Type.Optional(Pixels),
})
export type PositionInput = Static<typeof PositionInput>

/** A position in a request of a page: a value, or the same as JSON text. The server checks it by `PositionInput`. */
export const PagePosition = Type.Unsafe<PositionInput | string>({})

/** The states of a thread's lines in the newest version of the diff. */
export const lineStates = ['untouched', 'moved', 'edited', 'deleted', 'file_gone'] as const
export type LineState = (typeof lineStates)[number]
export const LineStates = Words(lineStates)

/** A line of the diff that a thread is about. @source rest.md 17.9 */
export const DiffLineOfNote = Type.Object({
  lineCode: Type.String(),
  type: Nullable(Words(['new', 'old'])),
  oldLine: Nullable(Type.Integer()),
  newLine: Nullable(Type.Integer()),
  /** The line with its sign. */
  text: Type.String(),
  /** Escaped HTML. */
  richText: Type.String(),
})
export type DiffLineOfNote = Static<typeof DiffLineOfNote>

/** The commit whose own changes contain a position. Without it, a position that fits both is in the changes of the whole version. */
export const commitOfPosition = Type.Optional(Nullable(Type.String({ maxLength: 64 })))

/** The inputs `position` and `commit_id` of an operation on a kind; kinds without positions do not have them. */
export function positionOf<Shape extends TSchema>({ hasPositions }: NoteableKind, shape: Shape) {
  const input = { position: Type.Optional(shape), commitId: commitOfPosition }
  // An optional input that is never given has the same type.
  return hasPositions ? input : ({} as typeof input)
}

/** The filter `in_diff` of a list of discussions; kinds without positions do not have it. */
export function inDiff({ hasPositions }: NoteableKind) {
  const input = { inDiff: Type.Optional(Type.Boolean()) }
  // An optional input that is never given has the same type.
  return hasPositions ? input : ({} as typeof input)
}
