import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { AnyJson, NamespaceRef, Page, Words } from '#contract/shapes.ts'

const operation = operationsOf('Repository')
const commit = { id: NamespaceRef, sha: Type.String({ maxLength: 255 }) }

export const listCommitMergeRequests = operation({
  name: 'listCommitMergeRequests',
  summary: 'The merge requests that brought a commit',
  at: 'GET /projects/:id/repository/commits/:sha/merge_requests',
  input: Type.Object({
    ...commit,
    state: Type.Optional(Words(['opened', 'closed', 'locked', 'merged', 'all'])),
    ...Page,
  }),
  reply: Type.Array(AnyJson),
})

export const listCommitStatuses = operation({
  name: 'listCommitStatuses',
  summary: 'What builds said of a commit',
  at: 'GET /projects/:id/repository/commits/:sha/statuses',
  input: Type.Object({
    ...commit,
    ref: Type.Optional(Type.String({ maxLength: 255 })),
    stage: Type.Optional(Type.String({ maxLength: 255 })),
    name: Type.Optional(Type.String({ maxLength: 255 })),
    all: Type.Optional(Type.Boolean()),
    ...Page,
  }),
  reply: Type.Array(AnyJson),
})

export const getCommitSignature = operation({
  name: 'getCommitSignature',
  summary: 'How a commit is signed; 404 where no signature was verified',
  at: 'GET /projects/:id/repository/commits/:sha/signature',
  input: Type.Object(commit),
  reply: AnyJson,
})
