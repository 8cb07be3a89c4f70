import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { AnyJson, NamespaceRef, Page } from '#contract/shapes.ts'

const operation = operationsOf('Issues')
const one = { id: NamespaceRef, issueIid: Type.Integer() }

export const listClosingMergeRequests = operation({
  name: 'listClosingMergeRequests',
  summary: 'The merge requests that close an issue when they are merged.',
  at: 'GET /projects/:id/issues/:issueIid/closed_by',
  input: Type.Object({ ...one, ...Page }),
  reply: Type.Array(AnyJson),
})

export const listRelatedMergeRequests = operation({
  name: 'listRelatedMergeRequests',
  summary: 'The merge requests that an issue has to do with.',
  at: 'GET /projects/:id/issues/:issueIid/related_merge_requests',
  input: Type.Object({ ...one, ...Page }),
  reply: Type.Array(AnyJson),
})

const milestone = { id: NamespaceRef, milestoneId: Type.Integer() }

export const listProjectMilestoneMergeRequests = operation({
  name: 'listProjectMilestoneMergeRequests',
  summary: 'The merge requests of a project’s milestone.',
  tag: 'Milestones',
  at: 'GET /projects/:id/milestones/:milestoneId/merge_requests',
  input: Type.Object({ ...milestone, ...Page }),
  reply: Type.Array(AnyJson),
})

export const listGroupMilestoneMergeRequests = operation({
  name: 'listGroupMilestoneMergeRequests',
  summary: 'The merge requests of a group’s milestone.',
  tag: 'Milestones',
  at: 'GET /groups/:id/milestones/:milestoneId/merge_requests',
  input: Type.Object({ ...milestone, ...Page }),
  reply: Type.Array(AnyJson),
})
