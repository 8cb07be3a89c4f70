import { type Static, Type } from 'typebox'
import { operation } from '#contract/operation.ts'
import { DateTime, Dictionary, Empty, FileContent, NamespaceRef, Nullable, Page, Words } from '#contract/shapes.ts'

const tag = 'Repository'

const RefName = Type.String({ maxLength: 255 })
const FilePath = Type.String({ minLength: 1, maxLength: 4096 })
const project = { id: NamespaceRef }
const Bytes = Type.Unsafe<string>({ type: 'string', format: 'binary' })

/** Dates of commits carry the writer's own offset. */
const WrittenAt = Type.String()

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

export const CommitDetail = Type.Object({
  ...Commit.properties,
  stats: Type.Optional(CommitStats),
  status: Nullable(Type.String()),
  projectId: Type.Integer(),
  lastPipeline: Type.Null(),
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
  release: Type.Null(),
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

export const listTree = operation({
  name: 'listTree',
  summary: 'List files and folders',
  tag,
  at: 'GET /projects/:id/repository/tree',
  input: Type.Object({
    ...project,
    path: Type.Optional(Type.String({ maxLength: 4096 })),
    ref: Type.Optional(RefName),
    recursive: Type.Optional(Type.Boolean()),
    pagination: Type.Optional(Words(['keyset', 'none', 'legacy'])),
    pageToken: Type.Optional(Type.String({ maxLength: 8192 })),
    ...Page,
  }),
  reply: Type.Array(TreeObject),
})

const blob = { ...project, sha: Type.String({ maxLength: 64 }) }

export const getBlob = operation({
  name: 'getBlob',
  summary: 'A blob by its id',
  tag,
  at: 'GET /projects/:id/repository/blobs/:sha',
  input: Type.Object(blob),
  reply: Type.Object({ size: Type.Integer(), encoding: Type.String(), content: Type.String(), sha: Type.String() }),
})

export const getRawBlob = operation({
  name: 'getRawBlob',
  summary: 'The bytes of a blob',
  tag,
  at: 'GET /projects/:id/repository/blobs/:sha/raw',
  input: Type.Object(blob),
  reply: Bytes,
})

const archive = {
  ...project,
  sha: Type.Optional(RefName),
  path: Type.Optional(Type.String({ maxLength: 4096 })),
  includeLfsBlobs: Type.Optional(Type.Boolean()),
}

export const getArchive = operation({
  name: 'getArchive',
  summary: 'The files of a ref as a tar.gz archive',
  tag,
  at: 'GET /projects/:id/repository/archive',
  input: Type.Object({ ...archive, format: Type.Optional(Type.String({ maxLength: 10 })) }),
  reply: Bytes,
})

export const getArchiveAs = operation({
  name: 'getArchiveAs',
  summary: 'The files of a ref as an archive of the format that the address ends with',
  tag,
  at: 'GET /projects/:id/repository/archive.:format',
  input: Type.Object({ ...archive, format: Type.String({ maxLength: 10 }) }),
  reply: Bytes,
})

export const compareRefs = operation({
  name: 'compareRefs',
  summary: 'Compare two refs',
  tag,
  at: 'GET /projects/:id/repository/compare',
  input: Type.Object({
    ...project,
    from: RefName,
    to: RefName,
    fromProjectId: Type.Optional(Type.Integer()),
    straight: Type.Optional(Type.Boolean()),
    unidiff: Type.Optional(Type.Boolean()),
  }),
  reply: Compare,
})

export const listContributors = operation({
  name: 'listContributors',
  summary: 'Who wrote how many commits',
  tag,
  at: 'GET /projects/:id/repository/contributors',
  input: Type.Object({
    ...project,
    ref: Type.Optional(RefName),
    orderBy: Type.Optional(Words(['name', 'email', 'commits'])),
    sort: Type.Optional(Words(['asc', 'desc'])),
    ...Page,
  }),
  reply: Type.Array(
    Type.Object({
      name: Type.String(),
      email: Type.String(),
      commits: Type.Integer(),
      additions: Type.Integer(),
      deletions: Type.Integer(),
    }),
  ),
})

export const getMergeBase = operation({
  name: 'getMergeBase',
  summary: 'The best common ancestor of refs',
  tag,
  at: 'GET /projects/:id/repository/merge_base',
  input: Type.Object({ ...project, refs: Type.Array(RefName) }),
  reply: Commit,
})

export const getLanguages = operation({
  name: 'getLanguages',
  summary: 'Languages of the default branch in percent of their bytes',
  tag,
  at: 'GET /projects/:id/languages',
  input: Type.Object(project),
  reply: Dictionary(Type.Number()),
})

export const listCommits = operation({
  name: 'listCommits',
  summary: 'List commits, newest first',
  tag,
  at: 'GET /projects/:id/repository/commits',
  input: Type.Object({
    ...project,
    refName: Type.Optional(Type.String({ maxLength: 1024 })),
    since: Type.Optional(DateTime),
    until: Type.Optional(DateTime),
    path: Type.Optional(Type.String({ maxLength: 4096 })),
    author: Type.Optional(Type.String({ maxLength: 255 })),
    all: Type.Optional(Type.Boolean()),
    withStats: Type.Optional(Type.Boolean()),
    firstParent: Type.Optional(Type.Boolean()),
    order: Type.Optional(Words(['default', 'topo'])),
    trailers: Type.Optional(Type.Boolean()),
    follow: Type.Optional(Type.Boolean()),
    ...Page,
  }),
  reply: Type.Array(CommitInList),
})

const Encoding = Type.Optional(Words(['text', 'base64']))
const author = {
  authorEmail: Type.Optional(Type.String({ maxLength: 255 })),
  authorName: Type.Optional(Type.String({ maxLength: 255 })),
}
const CommitMessage = Type.String({ maxLength: 1_000_000 })

export const commitActions = ['create', 'delete', 'move', 'update', 'chmod'] as const

export const createCommit = operation({
  name: 'createCommit',
  summary: 'Change many files in one commit',
  tag,
  at: 'POST /projects/:id/repository/commits',
  input: Type.Object({
    ...project,
    branch: RefName,
    commitMessage: CommitMessage,
    actions: Type.Optional(
      Type.Array(
        Type.Object({
          action: Words(commitActions),
          filePath: FilePath,
          previousPath: Type.Optional(FilePath),
          content: Type.Optional(FileContent),
          encoding: Encoding,
          lastCommitId: Type.Optional(Type.String({ maxLength: 64 })),
          executeFilemode: Type.Optional(Type.Boolean()),
        }),
      ),
    ),
    startBranch: Type.Optional(RefName),
    startSha: Type.Optional(Type.String({ maxLength: 64 })),
    startProject: Type.Optional(NamespaceRef),
    ...author,
    stats: Type.Optional(Type.Boolean()),
    force: Type.Optional(Type.Boolean()),
    allowEmpty: Type.Optional(Type.Boolean()),
  }),
  reply: CommitDetail,
})

const commit = { ...project, sha: RefName }

export const getCommit = operation({
  name: 'getCommit',
  summary: 'A commit by its id, or the head of a ref',
  tag,
  at: 'GET /projects/:id/repository/commits/:sha',
  input: Type.Object({ ...commit, stats: Type.Optional(Type.Boolean()) }),
  reply: CommitDetail,
})

export const getCommitDiff = operation({
  name: 'getCommitDiff',
  summary: 'What a commit changed',
  tag,
  at: 'GET /projects/:id/repository/commits/:sha/diff',
  input: Type.Object({ ...commit, unidiff: Type.Optional(Type.Boolean()), ...Page }),
  reply: Type.Array(Diff),
})

export const listCommitRefs = operation({
  name: 'listCommitRefs',
  summary: 'Branches and tags that hold a commit',
  tag,
  at: 'GET /projects/:id/repository/commits/:sha/refs',
  input: Type.Object({ ...commit, type: Type.Optional(Words(['branch', 'tag', 'all'])), ...Page }),
  reply: Type.Array(Type.Object({ type: Words(['branch', 'tag']), name: Type.String() })),
})

export const getCommitSequence = operation({
  name: 'getCommitSequence',
  summary: 'How many commits lead to this one, itself counted',
  tag,
  at: 'GET /projects/:id/repository/commits/:sha/sequence',
  input: Type.Object({ ...commit, firstParent: Type.Optional(Type.Boolean()) }),
  reply: Type.Object({ count: Type.Integer() }),
})

export const cherryPickCommit = operation({
  name: 'cherryPickCommit',
  summary: 'Apply a commit to a branch once more',
  tag,
  at: 'POST /projects/:id/repository/commits/:sha/cherry_pick',
  input: Type.Object({
    ...commit,
    branch: RefName,
    dryRun: Type.Optional(Type.Boolean()),
    message: Type.Optional(CommitMessage),
  }),
  reply: Commit,
})

export const revertCommit = operation({
  name: 'revertCommit',
  summary: 'Undo a commit on a branch',
  tag,
  at: 'POST /projects/:id/repository/commits/:sha/revert',
  input: Type.Object({ ...commit, branch: RefName, dryRun: Type.Optional(Type.Boolean()) }),
  reply: Commit,
})

export const listBranches = operation({
  name: 'listBranches',
  summary: 'List branches',
  tag,
  at: 'GET /projects/:id/repository/branches',
  input: Type.Object({
    ...project,
    search: Type.Optional(Type.String({ maxLength: 1024 })),
    regex: Type.Optional(Type.String({ maxLength: 1024 })),
    sort: Type.Optional(Words(['name_asc', 'updated_asc', 'updated_desc'])),
    pagination: Type.Optional(Words(['keyset', 'legacy'])),
    pageToken: Type.Optional(Type.String({ maxLength: 1024 })),
    ...Page,
  }),
  reply: Type.Array(Branch),
})

const branch = { ...project, branch: RefName }

export const branchExists = operation({
  name: 'branchExists',
  summary: 'Whether there is a branch: 204 or 404',
  tag,
  at: 'HEAD /projects/:id/repository/branches/:branch',
  status: 204,
  input: Type.Object(branch),
  reply: Empty,
})

export const getBranch = operation({
  name: 'getBranch',
  summary: 'One branch',
  tag,
  at: 'GET /projects/:id/repository/branches/:branch',
  input: Type.Object(branch),
  reply: Branch,
})

export const addBranch = operation({
  name: 'addBranch',
  summary: 'Make a branch',
  tag,
  at: 'POST /projects/:id/repository/branches',
  input: Type.Object({ ...branch, ref: RefName }),
  reply: Branch,
})

export const removeBranch = operation({
  name: 'removeBranch',
  summary: 'Delete a branch',
  tag,
  at: 'DELETE /projects/:id/repository/branches/:branch',
  input: Type.Object(branch),
  reply: Empty,
})

export const removeMergedBranches = operation({
  name: 'removeMergedBranches',
  summary: 'Delete all branches that are merged into the default branch',
  tag,
  at: 'DELETE /projects/:id/repository/merged_branches',
  status: 202,
  input: Type.Object(project),
  reply: Type.Object({ message: Type.String() }),
})

export const listTags = operation({
  name: 'listTags',
  summary: 'List tags',
  tag,
  at: 'GET /projects/:id/repository/tags',
  input: Type.Object({
    ...project,
    search: Type.Optional(Type.String({ maxLength: 1024 })),
    orderBy: Type.Optional(Words(['updated', 'name', 'version'])),
    sort: Type.Optional(Words(['asc', 'desc'])),
    pagination: Type.Optional(Words(['keyset', 'legacy'])),
    pageToken: Type.Optional(Type.String({ maxLength: 1024 })),
    ...Page,
  }),
  reply: Type.Array(Tag),
})

const oneTag = { ...project, tagName: RefName }

export const getTag = operation({
  name: 'getTag',
  summary: 'One tag',
  tag,
  at: 'GET /projects/:id/repository/tags/:tagName',
  input: Type.Object(oneTag),
  reply: Tag,
})

export const addTag = operation({
  name: 'addTag',
  summary: 'Make a tag',
  tag,
  at: 'POST /projects/:id/repository/tags',
  input: Type.Object({ ...oneTag, ref: RefName, message: Type.Optional(CommitMessage) }),
  reply: Tag,
})

export const removeTag = operation({
  name: 'removeTag',
  summary: 'Delete a tag',
  tag,
  at: 'DELETE /projects/:id/repository/tags/:tagName',
  input: Type.Object(oneTag),
  reply: Empty,
})

const file = { ...project, filePath: FilePath }

export const headFile = operation({
  name: 'headFile',
  summary: 'What is told of a file, in headers',
  tag,
  at: 'HEAD /projects/:id/repository/files/:filePath',
  input: Type.Object({ ...file, ref: RefName }),
  reply: Empty,
})

export const getFile = operation({
  name: 'getFile',
  summary: 'A file with its content in base64',
  tag,
  at: 'GET /projects/:id/repository/files/:filePath',
  input: Type.Object({ ...file, ref: RefName }),
  reply: File,
})

export const getRawFile = operation({
  name: 'getRawFile',
  summary: 'The bytes of a file',
  tag,
  at: 'GET /projects/:id/repository/files/:filePath/raw',
  input: Type.Object({ ...file, ref: Type.Optional(RefName), lfs: Type.Optional(Type.Boolean()) }),
  reply: Bytes,
})

const LineRange = Type.Optional(Type.Object({ start: Type.Integer(), end: Type.Integer() }))

export const headBlame = operation({
  name: 'headBlame',
  summary: 'What is told of a file, in headers',
  tag,
  at: 'HEAD /projects/:id/repository/files/:filePath/blame',
  input: Type.Object({ ...file, ref: RefName }),
  reply: Empty,
})

export const getBlame = operation({
  name: 'getBlame',
  summary: 'Who wrote the lines of a file last',
  tag,
  at: 'GET /projects/:id/repository/files/:filePath/blame',
  input: Type.Object({ ...file, ref: RefName, range: LineRange }),
  reply: Type.Array(
    Type.Object({
      commit: Type.Object({
        id: Type.String(),
        parentIds: Type.Array(Type.String()),
        message: Type.String(),
        authoredDate: WrittenAt,
        authorName: Type.String(),
        authorEmail: Type.String(),
        committedDate: WrittenAt,
        committerName: Type.String(),
        committerEmail: Type.String(),
      }),
      lines: Type.Array(Type.String()),
    }),
  ),
})

const change = {
  ...file,
  branch: RefName,
  commitMessage: CommitMessage,
  startBranch: Type.Optional(RefName),
  startSha: Type.Optional(Type.String({ maxLength: 64 })),
  ...author,
}
const content = { content: FileContent, encoding: Encoding, executeFilemode: Type.Optional(Type.Boolean()) }
const last = { lastCommitId: Type.Optional(Type.String({ maxLength: 64 })) }
const ChangedFile = Type.Object({ filePath: Type.String(), branch: Type.String() })

export const addFile = operation({
  name: 'addFile',
  summary: 'Add a file in a commit of its own',
  tag,
  at: 'POST /projects/:id/repository/files/:filePath',
  input: Type.Object({ ...change, ...content }),
  reply: ChangedFile,
})

export const updateFile = operation({
  name: 'updateFile',
  summary: 'Change a file in a commit of its own',
  tag,
  at: 'PUT /projects/:id/repository/files/:filePath',
  input: Type.Object({ ...change, ...content, ...last }),
  reply: ChangedFile,
})

export const removeFile = operation({
  name: 'removeFile',
  summary: 'Delete a file in a commit of its own',
  tag,
  at: 'DELETE /projects/:id/repository/files/:filePath',
  input: Type.Object({ ...change, ...last }),
  reply: Empty,
})

export const updateSubmodule = operation({
  name: 'updateSubmodule',
  summary: 'Let a submodule point at another commit',
  tag,
  at: 'PUT /projects/:id/repository/submodules/:submodule',
  input: Type.Object({
    ...project,
    submodule: FilePath,
    branch: RefName,
    commitSha: Type.String({ maxLength: 64 }),
    commitMessage: Type.Optional(CommitMessage),
  }),
  reply: CommitDetail,
})
