import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { NamespaceRef, Page } from '#contract/shapes.ts'
import { MergeRequestBasic, One } from './merge-requests.ts'

const operation = operationsOf('Merge requests')

const path = '/projects/:id/merge_requests/:mergeRequestIid'

/** A merge request that must be merged before another one. @source rest.md 9.2 */
export const MergeRequestBlock = Type.Object({
  id: Type.Integer(),
  blockingMergeRequest: MergeRequestBasic,
  blockedMergeRequest: MergeRequestBasic,
  /** The project of the blocked one. */
  projectId: Type.Integer(),
})

export const listMergeRequestBlocks = operation({
  name: 'listMergeRequestBlocks',
  summary: 'List merge requests that block a merge request and are visible to the current user',
  at: `GET ${path}/blocks`,
  input: Type.Object({ ...One.properties, ...Page }),
  reply: Type.Array(MergeRequestBlock),
})

export const getMergeRequestBlock = operation({
  name: 'getMergeRequestBlock',
  summary: 'Get a dependency of a merge request',
  at: `GET ${path}/blocks/:blockId`,
  input: Type.Object({ ...One.properties, blockId: Type.Integer() }),
  reply: MergeRequestBlock,
})

export const createMergeRequestBlock = operation({
  name: 'createMergeRequestBlock',
  summary: 'Block a merge request until another one is merged',
  at: `POST ${path}/blocks`,
  input: Type.Object({
    ...One.properties,
    /** Either its ID, or its number with its project. */
    blockingMergeRequestId: Type.Optional(Type.Integer()),
    blockingMergeRequestIid: Type.Optional(Type.Integer()),
    blockingProjectId: Type.Optional(NamespaceRef),
  }),
  reply: MergeRequestBlock,
})

export const deleteMergeRequestBlock = operation({
  name: 'deleteMergeRequestBlock',
  summary: 'Remove a dependency of a merge request',
  at: `DELETE ${path}/blocks/:blockId`,
  input: Type.Object({ ...One.properties, blockId: Type.Integer() }),
  reply: Type.Null(),
})

export const listMergeRequestBlockees = operation({
  name: 'listMergeRequestBlockees',
  summary: 'List merge requests that are blocked by a merge request and visible to the current user',
  at: `GET ${path}/blockees`,
  input: Type.Object({ ...One.properties, ...Page }),
  reply: Type.Array(MergeRequestBlock),
})
