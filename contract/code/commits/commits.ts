import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, FileContent, NamespaceRef, Page, Words } from '#contract/shapes.ts'
import {
  author,
  Commit,
  CommitDetail,
  CommitInList,
  CommitMessage,
  Diff,
  Encoding,
  FilePath,
  project,
  RefName,
} from '../shapes.ts'

const operation = operationsOf('Repository')

export const listCommits = operation({
  name: 'listCommits',
  summary: 'List commits, newest first',
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

export const commitActions = ['create', 'delete', 'move', 'update', 'chmod'] as const

export const createCommit = operation({
  name: 'createCommit',
  summary: 'Create a commit that changes multiple files',
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
          /** The blob on which the edit is based. The commit is refused if the file has another one by now. */
          blobId: Type.Optional(Type.String({ maxLength: 64 })),
          /** The same for a folder: it is moved or deleted with all that is in it. */
          treeId: Type.Optional(Type.String({ maxLength: 64 })),
          executeFilemode: Type.Optional(Type.Boolean()),
        }),
      ),
    ),
    startBranch: Type.Optional(RefName),
    startSha: Type.Optional(Type.String({ maxLength: 64 })),
    /** The project of the fork network that `startBranch` or `startSha` is of. */
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
  summary: 'Get a commit by ID or ref',
  at: 'GET /projects/:id/repository/commits/:sha',
  input: Type.Object({ ...commit, stats: Type.Optional(Type.Boolean()) }),
  reply: CommitDetail,
})

export const getCommitDiff = operation({
  name: 'getCommitDiff',
  summary: 'Get the diff of a commit',
  at: 'GET /projects/:id/repository/commits/:sha/diff',
  input: Type.Object({ ...commit, unidiff: Type.Optional(Type.Boolean()), ...Page }),
  reply: Type.Array(Diff),
})

export const listCommitRefs = operation({
  name: 'listCommitRefs',
  summary: 'List branches and tags that contain a commit',
  at: 'GET /projects/:id/repository/commits/:sha/refs',
  input: Type.Object({ ...commit, type: Type.Optional(Words(['branch', 'tag', 'all'])), ...Page }),
  reply: Type.Array(Type.Object({ type: Words(['branch', 'tag']), name: Type.String() })),
})

export const getCommitSequence = operation({
  name: 'getCommitSequence',
  summary: 'Get the sequence number of a commit',
  at: 'GET /projects/:id/repository/commits/:sha/sequence',
  input: Type.Object({ ...commit, firstParent: Type.Optional(Type.Boolean()) }),
  reply: Type.Object({ count: Type.Integer() }),
})

export const cherryPickCommit = operation({
  name: 'cherryPickCommit',
  summary: 'Cherry-pick a commit',
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
  summary: 'Revert a commit',
  at: 'POST /projects/:id/repository/commits/:sha/revert',
  input: Type.Object({ ...commit, branch: RefName, dryRun: Type.Optional(Type.Boolean()) }),
  reply: Commit,
})
