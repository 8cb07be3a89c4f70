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
  /** The numbers of the lines after a match line. */
  metaData: Nullable(Type.Object({ oldPos: Type.Integer(), newPos: Type.Integer() })),
  canReceiveSuggestion: Type.Boolean(),
})
export type PresentedLine = Static<typeof PresentedLine>

const { patch: _patch, blob, ...fileProperties } = DiffFile.properties
const [Blob] = blob.anyOf

/** A line and its counterpart. An unchanged line stands on both sides; null where the other side has none. */
const LinePair = Type.Object({ left: Nullable(PresentedLine), right: Nullable(PresentedLine) })
export type LinePair = Static<typeof LinePair>

/** A changed file with the lines of its diff. @source rest.md 17.9 "diff file", DIFF-050, DIFF-051, DIFF-052 */
export const PresentedFile = Type.Object({
  ...fileProperties,
  blob: Nullable(Type.Object({ ...Blob.properties, icon: Type.String() })),
  /** Paths of the editors on the source branch; null for a file that is deleted, is not text, or has no branch any more. */
  editPath: Nullable(Type.String()),
  ideEditPath: Nullable(Type.String()),
  /** The caller may push to the source branch. */
  canModifyBlob: Type.Boolean(),
  /** Always null: each kind of file has a single viewer. */
  alternateViewer: Type.Null(),
  /** Brings the lines of the file alone, also when a batch leaves them out. */
  loadCollapsedDiffUrl: Type.String(),
  /** Brings unchanged lines by their numbers; null where there are none. */
  contextLinesPath: Nullable(Type.String()),
  /** Empty for a file that is collapsed or has no lines, and in the parallel view. */
  highlightedDiffLines: Type.Array(PresentedLine),
  /** Null in the inline view. */
  parallelDiffLines: Nullable(Type.Array(LinePair)),
})

/** Whether lines come one after another, or in pairs. */
const View = Type.Optional(Words(['inline', 'parallel']))
const Address = { namespace: Type.String(), iid: Type.Integer() }
const Path = Type.String({ minLength: 1, maxLength: 4096 })

const BatchInput = Type.Object({
  ...Address,
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  perPage: Type.Optional(Type.Integer({ minimum: 1, maximum: diffBatchSize })),
  w: Whitespace,
  view: View,
})
const Batch = Type.Object({
  diffFiles: Type.Array(PresentedFile),
  pagination: Type.Object({
    currentPage: Type.Integer(),
    nextPage: Nullable(Type.Integer()),
    totalPages: Type.Integer(),
  }),
})

/** @source rest.md 17.7 */
export const getMergeRequestDiffBatch = operation({
  name: 'getMergeRequestDiffBatch',
  summary: 'List a batch of the changed files of a merge request, with the lines of their diffs',
  at: 'GET /:namespace/-/merge_requests/:iid/diffs_batch.json',
  input: BatchInput,
  reply: Batch,
})

/** @source rest.md 17.7 */
export const getMergeRequestDiffForPath = operation({
  name: 'getMergeRequestDiffForPath',
  summary: 'Get one changed file of a merge request with its diff lines, even if a batch omits them',
  at: 'GET /:namespace/-/merge_requests/:iid/diff_for_path',
  input: Type.Object({ ...Address, newPath: Path, oldPath: Type.Optional(Path), w: Whitespace, view: View }),
  reply: Type.Object({ diffFiles: Type.Array(PresentedFile) }),
})

/** A changed file without its lines. */
export const MetadataFile = Type.Object({
  addedLines: Type.Integer(),
  removedLines: Type.Integer(),
  newPath: Type.String(),
  oldPath: Type.String(),
  newFile: Type.Boolean(),
  renamedFile: Type.Boolean(),
  deletedFile: Type.Boolean(),
  submodule: Type.Boolean(),
  fileHash: Type.String(),
  fileIdentifierHash: Type.String(),
})

/** The size of all changed files together, and the branches they are compared by. */
const summary = {
  /** Number of the files that are listed. */
  size: Type.Integer(),
  /** The same in words: `1000+` when more files changed than are listed. */
  realSize: Type.String(),
  renderOverflowWarning: Type.Boolean(),
  addedLines: Type.Integer(),
  removedLines: Type.Integer(),
  branchName: Type.String(),
  targetBranchName: Type.String(),
  projectPath: Type.String(),
}

/** @source rest.md 17.7 */
export const getMergeRequestDiffsMetadata = operation({
  name: 'getMergeRequestDiffsMetadata',
  summary: 'List all changed files of a merge request without their lines',
  at: 'GET /:namespace/-/merge_requests/:iid/diffs_metadata.json',
  input: Type.Object({ ...Address, w: Whitespace }),
  reply: Type.Object({ ...summary, diffFiles: Type.Array(MetadataFile) }),
})

/** The counts of the metadata, with one batch of files. @source rest.md 17.7 */
export const getMergeRequestDiffs = operation({
  name: 'getMergeRequestDiffs',
  summary:
    'Get the size of the changes of a merge request, with a batch of the changed files and the lines of their diffs',
  at: 'GET /:namespace/-/merge_requests/:iid/diffs.json',
  input: BatchInput,
  reply: Type.Object({ ...summary, ...Batch.properties }),
})
