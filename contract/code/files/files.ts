import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Bytes, Empty, FileContent } from '#contract/shapes.ts'
import {
  author,
  CommitDetail,
  CommitMessage,
  Encoding,
  File,
  FilePath,
  project,
  RefName,
  WrittenAt,
} from '../shapes.ts'

const operation = operationsOf('Repository')

const file = { ...project, filePath: FilePath }

export const headFile = operation({
  name: 'headFile',
  summary: 'Get file metadata in headers',
  at: 'HEAD /projects/:id/repository/files/:filePath',
  input: Type.Object({ ...file, ref: RefName }),
  reply: Empty,
})

export const getFile = operation({
  name: 'getFile',
  summary: 'Get a file with Base64-encoded content',
  at: 'GET /projects/:id/repository/files/:filePath',
  input: Type.Object({ ...file, ref: RefName }),
  reply: File,
})

export const getRawFile = operation({
  name: 'getRawFile',
  summary: 'Download a raw file',
  at: 'GET /projects/:id/repository/files/:filePath/raw',
  input: Type.Object({ ...file, ref: Type.Optional(RefName), lfs: Type.Optional(Type.Boolean()) }),
  reply: Bytes,
})

const LineRange = Type.Optional(Type.Object({ start: Type.Integer(), end: Type.Integer() }))

export const headBlame = operation({
  name: 'headBlame',
  summary: 'Get file metadata in headers',
  at: 'HEAD /projects/:id/repository/files/:filePath/blame',
  input: Type.Object({ ...file, ref: RefName }),
  reply: Empty,
})

export const getBlame = operation({
  name: 'getBlame',
  summary: 'Get the blame of a file',
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
  summary: 'Create a file and commit it',
  at: 'POST /projects/:id/repository/files/:filePath',
  input: Type.Object({ ...change, ...content }),
  reply: ChangedFile,
})

export const updateFile = operation({
  name: 'updateFile',
  summary: 'Update a file and commit the change',
  at: 'PUT /projects/:id/repository/files/:filePath',
  input: Type.Object({ ...change, ...content, ...last }),
  reply: ChangedFile,
})

export const removeFile = operation({
  name: 'removeFile',
  summary: 'Delete a file and commit the deletion',
  at: 'DELETE /projects/:id/repository/files/:filePath',
  input: Type.Object({ ...change, ...last }),
  reply: Empty,
})

export const updateSubmodule = operation({
  name: 'updateSubmodule',
  summary: 'Update the commit of a submodule',
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
