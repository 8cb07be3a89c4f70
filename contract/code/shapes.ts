import { type Static, Type } from 'typebox'
import { UserBasic } from '#contract/foundation/users.ts'
import { DateTime, Dictionary, NamespaceRef, Nullable, Words } from '#contract/shapes.ts'
import { pipelineStates } from './commits/pipeline-status.ts'

export const RefName = Type.String({ maxLength: 255 })
export const FilePath = Type.String({ minLength: 1, maxLength: 4096 })
export const project = { id: NamespaceRef }

/** Dates of commits carry the writer's own offset. */
export const WrittenAt = Type.String()

/** @source rest.md 2.4 */
export const Commit = Type.Object({
  id: Type.String(),
  shortId: Type.String(),
  createdAt: WrittenAt,
  parentIds: Type.Array(Type.String()),
  title: Type.String(),
  message: Type.String(),
  authorName: Type.String(),
  authorEmail: Type.String(),
  authoredDate: WrittenAt,
  committerName: Type.String(),
  committerEmail: Type.String(),
  committedDate: WrittenAt,
  trailers: Dictionary(Type.String()),
  extendedTrailers: Dictionary(Type.Array(Type.String())),
  webUrl: Type.String(),
})

export const CommitStats = Type.Object({
  additions: Type.Integer(),
  deletions: Type.Integer(),
  total: Type.Integer(),
})

export const CommitInList = Type.Object({ ...Commit.properties, stats: Type.Optional(CommitStats) })

/** @source rest.md 2.4 */
export const PipelineBasic = Type.Object({
  id: Type.Integer(),
  iid: Type.Integer(),
  projectId: Type.Integer(),
  sha: Type.String(),
  ref: Type.String(),
  status: Words(pipelineStates),
  source: Type.String(),
  createdAt: DateTime,
  updatedAt: DateTime,
  webUrl: Type.String(),
})

/** @source rest.md 2.4 */
export const Pipeline = Type.Object({
  ...PipelineBasic.properties,
  beforeSha: Type.String(),
  tag: Type.Boolean(),
  yamlErrors: Type.Null(),
  user: Nullable(UserBasic),
  startedAt: Nullable(DateTime),
  finishedAt: Nullable(DateTime),
  committedAt: Type.Null(),
  /** Seconds. */
  duration: Nullable(Type.Number()),
  queuedDuration: Type.Null(),
  coverage: Nullable(Type.String()),
  detailedStatus: Type.Object({
    icon: Type.String(),
    text: Type.String(),
    label: Type.String(),
    group: Type.String(),
    tooltip: Type.String(),
    hasDetails: Type.Boolean(),
    detailsPath: Nullable(Type.String()),
    illustration: Type.Null(),
    favicon: Type.String(),
  }),
  archived: Type.Boolean(),
})

export const CommitDetail = Type.Object({
  ...Commit.properties,
  stats: Type.Optional(CommitStats),
  /** The status of the newest pipeline of the commit. */
  status: Nullable(Words(pipelineStates)),
  projectId: Type.Integer(),
  lastPipeline: Nullable(PipelineBasic),
})

export const Diff = Type.Object({
  diff: Type.String(),
  newPath: Type.String(),
  oldPath: Type.String(),
  aMode: Type.String(),
  bMode: Type.String(),
  newFile: Type.Boolean(),
  renamedFile: Type.Boolean(),
  deletedFile: Type.Boolean(),
  generatedFile: Nullable(Type.Boolean()),
  collapsed: Type.Boolean(),
  tooLarge: Type.Boolean(),
})

export const Branch = Type.Object({
  name: Type.String(),
  commit: Commit,
  merged: Type.Boolean(),
  protected: Type.Boolean(),
  developersCanPush: Type.Boolean(),
  developersCanMerge: Type.Boolean(),
  canPush: Type.Boolean(),
  default: Type.Boolean(),
  webUrl: Type.String(),
})

export const Tag = Type.Object({
  name: Type.String(),
  message: Nullable(Type.String()),
  target: Type.String(),
  commit: Nullable(Commit),
  release: Nullable(Type.Object({ tagName: Type.String(), description: Type.String() })),
  protected: Type.Boolean(),
  createdAt: Nullable(DateTime),
})

export const TreeObject = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: Words(['tree', 'blob', 'commit']),
  path: Type.String(),
  mode: Type.String(),
})

export const File = Type.Object({
  fileName: Type.String(),
  filePath: Type.String(),
  size: Type.Integer(),
  encoding: Type.String(),
  // Written out: `content_sha256` would lose its underscore.
  content_sha256: Type.String(),
  ref: Type.String(),
  blobId: Type.String(),
  commitId: Type.String(),
  lastCommitId: Type.String(),
  executeFilemode: Type.Boolean(),
  content: Type.String(),
})

export const Compare = Type.Object({
  commit: Nullable(Commit),
  commits: Type.Array(Commit),
  diffs: Type.Array(Diff),
  compareTimeout: Type.Boolean(),
  compareSameRef: Type.Boolean(),
  webUrl: Type.String(),
})
export type Compare = Static<typeof Compare>

export const Encoding = Type.Optional(Words(['text', 'base64']))
export const author = {
  authorEmail: Type.Optional(Type.String({ maxLength: 255 })),
  authorName: Type.Optional(Type.String({ maxLength: 255 })),
}
export const CommitMessage = Type.String({ maxLength: 1_000_000 })
