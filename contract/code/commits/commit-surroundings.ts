import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { AnyJson, NamespaceRef, Page, Words } from '#contract/shapes.ts'
import { MergeRequestBasic } from '../merge-requests/merge-requests.ts'

const operation = operationsOf('Repository')
const commit = { id: NamespaceRef, sha: Type.String({ maxLength: 255 }) }

export const listCommitMergeRequests = operation({
  name: 'listCommitMergeRequests',
  summary: 'List merge requests associated with a commit',
  at: 'GET /projects/:id/repository/commits/:sha/merge_requests',
  input: Type.Object({
    ...commit,
    state: Type.Optional(Words(['opened', 'closed', 'locked', 'merged', 'all'])),
    ...Page,
  }),
  reply: Type.Array(MergeRequestBasic),
})

export const getCommitSignature = operation({
  name: 'getCommitSignature',
  summary: 'Get the signature of a commit, or 404 if no signature was verified',
  at: 'GET /projects/:id/repository/commits/:sha/signature',
  input: Type.Object(commit),
  reply: AnyJson,
})

export const getTagSignature = operation({
  name: 'getTagSignature',
  summary: 'Get the signature of a tag, or 404 if no signature was verified',
  at: 'GET /projects/:id/repository/tags/:tagName/signature',
  input: Type.Object({ id: NamespaceRef, tagName: Type.String({ maxLength: 255 }) }),
  reply: AnyJson,
})
