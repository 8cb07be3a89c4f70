import { type Static, Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Nullable, Words } from '#contract/shapes.ts'
import { diffBatchSize } from '../diffs/diff-steps.ts'
import { DiffFile, Whitespace } from '../diffs/diffs.ts'

const operation = operationsOf('Diffs')

/** A line of a diff, or the header of a hunk. @source rest.md 17.9 "diff line", DIFF-054 */
export const PresentedLine = Type.Object({
  /** Null for what can take no comment. */
  lineCode: Nullable(Type.String()),
  type: Nullable(Words(['new', 'old', 'match', 'new-nonewline', 'old-nonewline'])),
  oldLine: Nullable(Type.Integer()),
  newLine: Nullable(Type.Integer()),
  text: Type.String(),
  /** Escaped HTML. */
  richText: Type.String(),
  /** Of a match line: the numbers that follow it. */
  metaData: Nullable(Type.Object({ oldPos: Type.Integer(), newPos: Type.Integer() })),
  canReceiveSuggestion: Type.Boolean(),
})
export type PresentedLine = Static<typeof PresentedLine>

const { patch: _patch, ...fileProperties } = DiffFile.properties

/** A changed file with its lines one by one. @source rest.md 17.9 "diff file", DIFF-050, DIFF-051, DIFF-052 */
export const PresentedFile = Type.Object({
  ...fileProperties,
  /** The editors of the source branch, for text that is still there; null where it cannot be edited. */
  editPath: Nullable(Type.String()),
  ideEditPath: Nullable(Type.String()),
  /** The caller may push to the source branch. */
  canModifyBlob: Type.Boolean(),
  /** There is one way to show each kind of file. */
  alternateViewer: Type.Null(),
  /** Empty for a file that is collapsed, or has none. */
  highlightedDiffLines: Type.Array(PresentedLine),
})

/** @source rest.md 17.7 */
export const getMergeRequestDiffBatch = operation({
  name: 'getMergeRequestDiffBatch',
  summary: 'Get a batch of the changed files of a merge request, with their lines one by one',
  at: 'GET /:namespace/-/merge_requests/:iid/diffs_batch.json',
  input: Type.Object({
    namespace: Type.String(),
    iid: Type.Integer(),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    perPage: Type.Optional(Type.Integer({ minimum: 1, maximum: diffBatchSize })),
    w: Whitespace,
  }),
  reply: Type.Object({
    diffFiles: Type.Array(PresentedFile),
    pagination: Type.Object({
      currentPage: Type.Integer(),
      nextPage: Nullable(Type.Integer()),
      totalPages: Type.Integer(),
    }),
  }),
})
