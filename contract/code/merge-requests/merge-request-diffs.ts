import { type Static, Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Nullable, Words } from '#contract/shapes.ts'
import { diffBatchSize } from '../diffs/diff-steps.ts'
import { DiffFile, Whitespace } from '../diffs/diffs.ts'

const operation = operationsOf('Diffs')

/** A line of a diff, or the header of a hunk. @source rest.md 17.9 "diff line", DIFF-054 */
export const PresentedLine = Type.Object({
  /** Null for a line that cannot be commented on. */
  lineCode: Nullable(Type.String()),
  type: Nullable(Words(['new', 'old', 'match', 'new-nonewline', 'old-nonewline'])),
  oldLine: Nullable(Type.Integer()),
  newLine: Nullable(Type.Integer()),
  text: Type.String(),
  /** Escaped HTML. */
  richText: Type.String(),
  /** For a match line: the numbers of the lines after it. */
  metaData: Nullable(Type.Object({ oldPos: Type.Integer(), newPos: Type.Integer() })),
  canReceiveSuggestion: Type.Boolean(),
})
export type PresentedLine = Static<typeof PresentedLine>

const { patch: _patch, ...fileProperties } = DiffFile.properties

/** A changed file with the lines of its diff. @source rest.md 17.9 "diff file", DIFF-050, DIFF-051, DIFF-052 */
export const PresentedFile = Type.Object({
  ...fileProperties,
  /** Paths of the editors on the source branch; null for a file that is deleted, is not text, or has no branch any more. */
  editPath: Nullable(Type.String()),
  ideEditPath: Nullable(Type.String()),
  /** The caller may push to the source branch. */
  canModifyBlob: Type.Boolean(),
  /** Always null: each kind of file has a single viewer. */
  alternateViewer: Type.Null(),
  /** Empty for a file that is collapsed or has no lines. */
  highlightedDiffLines: Type.Array(PresentedLine),
})

/** @source rest.md 17.7 */
export const getMergeRequestDiffBatch = operation({
  name: 'getMergeRequestDiffBatch',
  summary: 'List a batch of the changed files of a merge request, with the lines of their diffs',
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
