import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Bytes, CommaList, DateTime, Dictionary, Page, Words } from '#contract/shapes.ts'
import { Commit, CommitMessage, Compare, FilePath, project, RefName, TreeObject } from './shapes.ts'

const operation = operationsOf('Repository')

export const listTree = operation({
  name: 'listTree',
  summary: 'List files and folders',
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
  summary: 'Get a blob by ID',
  at: 'GET /projects/:id/repository/blobs/:sha',
  input: Type.Object(blob),
  reply: Type.Object({ size: Type.Integer(), encoding: Type.String(), content: Type.String(), sha: Type.String() }),
})

export const getRawBlob = operation({
  name: 'getRawBlob',
  summary: 'Download a raw blob',
  at: 'GET /projects/:id/repository/blobs/:sha/raw',
  input: Type.Object(blob),
  reply: Bytes,
})

const archive = {
  ...project,
  sha: Type.Optional(RefName),
  path: Type.Optional(Type.String({ maxLength: 4096 })),
  /** Ignored: LFS is not supported, so archives contain the pointer files. */
  includeLfsBlobs: Type.Optional(Type.Boolean()),
  /** Full paths of the files and folders to leave out. */
  excludePaths: Type.Optional(CommaList),
}

export const getArchive = operation({
  name: 'getArchive',
  summary: 'Download a tar.gz archive of a ref',
  at: 'GET /projects/:id/repository/archive',
  input: Type.Object({ ...archive, format: Type.Optional(Type.String({ maxLength: 10 })) }),
  reply: Bytes,
})

export const getArchiveAs = operation({
  name: 'getArchiveAs',
  summary: 'Download an archive of a ref in the format of the URL extension',
  at: 'GET /projects/:id/repository/archive.:format',
  input: Type.Object({ ...archive, format: Type.String({ maxLength: 10 }) }),
  reply: Bytes,
})

export const compareRefs = operation({
  name: 'compareRefs',
  summary: 'Compare two refs',
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
  summary: 'List contributors',
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
  summary: 'Get the merge base of refs',
  at: 'GET /projects/:id/repository/merge_base',
  input: Type.Object({ ...project, refs: Type.Array(RefName) }),
  reply: Commit,
})

export const getLanguages = operation({
  name: 'getLanguages',
  summary: 'Get the languages of the default branch, as percentages',
  at: 'GET /projects/:id/languages',
  input: Type.Object(project),
  reply: Dictionary(Type.Number()),
})

const changelog = {
  ...project,
  /** A semantic version, with or without `v` before it. */
  version: Type.String({
    maxLength: 100,
    pattern: '^v?\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}(?:-[0-9A-Za-z.-]+)?(?:\\+[0-9A-Za-z.-]+)?$',
  }),
  /** The commit before the first one. Default: the newest tag of an earlier, stable version. */
  from: Type.Optional(RefName),
  /** The last commit. Default: the head of the default branch. */
  to: Type.Optional(RefName),
  date: Type.Optional(DateTime),
  /** The trailer by whose values commits are put into categories. */
  trailer: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9-]+$' })),
  configFile: Type.Optional(FilePath),
}

export const getChangelog = operation({
  name: 'getChangelog',
  summary: 'Get the changelog of a version',
  at: 'GET /projects/:id/repository/changelog',
  input: Type.Object(changelog),
  reply: Type.Object({ notes: Type.String() }),
})

export const addChangelog = operation({
  name: 'addChangelog',
  summary: 'Commit the changelog of a version to a file',
  at: 'POST /projects/:id/repository/changelog',
  status: 200,
  input: Type.Object({
    ...changelog,
    branch: Type.Optional(RefName),
    file: Type.Optional(FilePath),
    message: Type.Optional(CommitMessage),
  }),
  reply: Type.Null(),
})
