import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { AnyJson, NamespaceRef, Page } from '#contract/shapes.ts'

const operation = operationsOf('Issues')
const one = { id: NamespaceRef, issueIid: Type.Integer() }

export const listClosingMergeRequests = operation({
  name: 'listClosingMergeRequests',
  summary: 'List merge requests that close an issue when merged',
  at: 'GET /projects/:id/issues/:issueIid/closed_by',
  input: Type.Object({ ...one, ...Page }),
  reply: Type.Array(AnyJson),
})

export const listRelatedMergeRequests = operation({
  name: 'listRelatedMergeRequests',
  summary: 'List merge requests related to an issue',
  at: 'GET /projects/:id/issues/:issueIid/related_merge_requests',
  input: Type.Object({ ...one, ...Page }),
  reply: Type.Array(AnyJson),
})
