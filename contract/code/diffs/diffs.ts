import { type Static, Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Nullable, Words } from '#contract/shapes.ts'

const operation = operationsOf('Diffs')

/** Most unchanged lines of one request. */
export const maxContextLines = 5_000

/** Whether changes of white space alone are hidden (`1`) or shown (`0`); absent: as the reader prefers. */
export const Whitespace = Type.Optional(Words(['0', '1']))

/** A changed file without its lines: the parts that the file tree and the placeholders of unloaded files need. */
export const DiffFileHead = Type.Object({
  /** Fingerprint of the change: another one as soon as the content or the path differs. */
  id: Type.String(),
  /** SHA-1 of the path: anchor of the file, and first part of its line codes. */
  fileHash: Type.String(),
  oldPath: Type.String(),
  newPath: Type.String(),
  /** `0` where the file is not there. */
  aMode: Type.String(),
  bMode: Type.String(),
  newFile: Type.Boolean(),
  renamedFile: Type.Boolean(),
  deletedFile: Type.Boolean(),
  binary: Type.Boolean(),
  /** Whether the name marks it as generated, such as a lock file or minified code; it then starts collapsed. */
  generated: Type.Boolean(),
  addedLines: Type.Integer(),
  removedLines: Type.Integer(),
})
export type DiffFileHead = Static<typeof DiffFileHead>

/** All of a diff without its lines. */
export const DiffSummary = Type.Object({
  /** The two commits; `from` is null if there is nothing before. */
  fromId: Nullable(Type.String()),
  toId: Type.String(),
  isWhitespaceShown: Type.Boolean(),
  /** The files in the order of their paths. */
  files: Type.Array(DiffFileHead),
  addedLines: Type.Integer(),
  removedLines: Type.Integer(),
  /** More files changed than are listed. */
  overflow: Type.Boolean(),
})
export type DiffSummary = Static<typeof DiffSummary>

/** The ways to show a file; `text` has lines, all others have none. @source DIFF-052 */
export const diffViewers = [
  'text',
  'image',
  'renamed',
  'mode_changed',
  'added',
  'deleted',
  'unchanged',
  'no_preview',
] as const
export type DiffViewer = (typeof diffViewers)[number]

/** The kinds of change. @source DIFF-053 */
export const diffModes = {
  replaced: 'replaced',
  new: 'new',
  deleted: 'deleted',
  renamed: 'renamed',
  mode_changed: 'mode_changed',
} as const

export const lineEndings = ['LF', 'CRLF', 'CR', 'mixed'] as const

const WholeText = Type.Object({
  lineEndings: Nullable(Type.Object({ from: Words(lineEndings), to: Words(lineEndings) })),
  byteOrderMark: Nullable(Words(['added', 'removed'])),
  /** The same characters, composed in another way. */
  isNormalForm: Type.Boolean(),
})

const ImageSize = Type.Object({ width: Type.Integer(), height: Type.Integer() })

/**
 * A changed file with its lines.
 *
 * @source rest.md 17.9, DIFF-050, DIFF-051, DIFF-052
 */
export const DiffFile = Type.Object({
  ...DiffFileHead.properties,
  fileIdentifierHash: Type.String(),
  filePath: Type.String(),
  /** Escaped HTML. */
  oldPathHtml: Type.String(),
  newPathHtml: Type.String(),
  modeChanged: Type.Boolean(),
  /** The commit of the content that is shown. */
  contentSha: Type.String(),
  diffRefs: Type.Object({
    baseSha: Nullable(Type.String()),
    startSha: Nullable(Type.String()),
    headSha: Type.String(),
  }),
  /** Null where the file is not there. */
  oldBlobId: Nullable(Type.String()),
  blob: Nullable(
    Type.Object({
      id: Type.String(),
      path: Type.String(),
      name: Type.String(),
      mode: Type.String(),
      readableText: Type.Boolean(),
    }),
  ),
  submodule: Type.Boolean(),
  /** Address of the submodule at the new commit, for the hosts that are known; null for others. */
  submoduleTreeUrl: Nullable(Type.String()),
  submoduleLink: Nullable(Type.String()),
  submoduleCompare: Nullable(
    Type.Object({ oldSha: Type.String(), newSha: Type.String(), url: Nullable(Type.String()) }),
  ),
  storedExternally: Type.Boolean(),
  externalStorage: Nullable(Words(['lfs'])),
  /** The address of the file outside, and its host; null if the project has none. */
  externalUrl: Nullable(Type.String()),
  formattedExternalUrl: Nullable(Type.String()),
  /** Changes of the whole text that no single line shows; lines that differ in nothing else are left out. */
  wholeText: WholeText,
  viewer: Type.Object({
    name: Words(diffViewers),
    /** The lines are left out: `diffFile` brings them. */
    collapsed: Type.Boolean(),
    /** The reason why there are no lines: `too_large` cannot be shown at all. */
    renderError: Nullable(Words(['too_large', 'collapsed'])),
  }),
  viewPath: Nullable(Type.String()),
  replacedViewPath: Nullable(Type.String()),
  isFullyExpanded: Type.Boolean(),
  /** Bytes of the file before and after; null where it is not there, or not a file. */
  oldSizeBytes: Nullable(Type.Integer()),
  newSizeBytes: Nullable(Type.Integer()),
  /** The size in pixels, so that a page can reserve the space of an image that is still loading; null if unknown. */
  oldImageSize: Nullable(ImageSize),
  newImageSize: Nullable(ImageSize),
  /** Lines of the new file, of the old one if it is deleted; null if it was not counted. */
  lineCount: Nullable(Type.Integer()),
  /** Hunks from the first `@@` on, in the unified format of git-diff(1); `diffLines` reads them. */
  patch: Type.String(),
})
export type DiffFile = Static<typeof DiffFile>

export const DiffBatch = Type.Object({ files: Type.Array(DiffFile), page: Type.Integer(), hasNext: Type.Boolean() })
export type DiffBatch = Static<typeof DiffBatch>

const between = {
  namespace: Type.String(),
  /** A commit; absent: the state before the first commit. */
  from: Type.Optional(Type.String({ pattern: '^[0-9a-f]{40}$' })),
  to: Type.String({ pattern: '^[0-9a-f]{40}$' }),
}
const Path = Type.String({ minLength: 1, maxLength: 4096 })

export const getDiffSummary = operation({
  name: 'getDiffSummary',
  summary: 'List the files that differ between two commits',
  at: 'GET /:namespace/-/diffs',
  input: Type.Object({ ...between, w: Whitespace }),
  reply: DiffSummary,
})

export const getDiffBatch = operation({
  name: 'getDiffBatch',
  summary: 'Get a batch of 20 changed files with their lines',
  at: 'GET /:namespace/-/diffs/batch',
  input: Type.Object({
    ...between,
    w: Whitespace,
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  }),
  reply: DiffBatch,
})

export const getDiffFile = operation({
  name: 'getDiffFile',
  summary: 'Get one changed file with its lines, even if the batch omits them',
  at: 'GET /:namespace/-/diffs/file',
  input: Type.Object({ ...between, w: Whitespace, oldPath: Path, newPath: Path }),
  reply: DiffFile,
})

export const ContextLines = Type.Object({
  /** Number of the first line. */
  first: Type.Integer(),
  lines: Type.Array(Type.String()),
  lineCount: Type.Integer(),
})
export type ContextLines = Static<typeof ContextLines>

/** Lines of a file, both counted, from 1. */
export const lineRange = {
  path: Path,
  first: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
  last: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
}

export const getDiffContext = operation({
  name: 'getDiffContext',
  summary: 'Get unchanged lines of a file around its changes',
  at: 'GET /:namespace/-/diffs/context',
  input: Type.Object({ namespace: Type.String(), sha: Type.String({ pattern: '^[0-9a-f]{40}$' }), ...lineRange }),
  reply: ContextLines,
})

/** Lines that were moved within the diff; empty for a diff that is too large to look through. */
export const DiffMoves = Type.Object({
  ranges: Type.Array(
    Type.Object({
      /** The id of the changed file. */
      file: Type.String(),
      side: Words(['old', 'new']),
      first: Type.Integer(),
      last: Type.Integer(),
    }),
  ),
})
export type DiffMoves = Static<typeof DiffMoves>

export const getDiffMoves = operation({
  name: 'getDiffMoves',
  summary: 'List lines that were moved within a diff',
  at: 'GET /:namespace/-/diffs/moves',
  input: Type.Object({ ...between, w: Whitespace }),
  reply: DiffMoves,
})

/** Lines that contain a text, by file. */
export const DiffMatches = Type.Object({
  files: Type.Array(
    Type.Object({
      /** The id of the changed file. */
      id: Type.String(),
      lines: Type.Array(
        Type.Object({
          lineCode: Type.String(),
          oldLine: Nullable(Type.Integer()),
          newLine: Nullable(Type.Integer()),
          /** The text around the match. */
          text: Type.String(),
        }),
      ),
      /** The file has more of them. */
      isCut: Type.Boolean(),
    }),
  ),
  /** The position where the search continues; null at the end. */
  next: Nullable(Type.Integer()),
})
export type DiffMatches = Static<typeof DiffMatches>

export const findInDiff = operation({
  name: 'findInDiff',
  summary: 'Search the lines of a diff',
  at: 'GET /:namespace/-/diffs/find',
  input: Type.Object({
    ...between,
    w: Whitespace,
    text: Type.String({ minLength: 1, maxLength: 200 }),
    /** Index of the first file to look into. */
    start: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  }),
  reply: DiffMatches,
})
