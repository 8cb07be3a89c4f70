import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Page } from '#contract/shapes.ts'
import { Commit, Pipeline } from '../shapes.ts'
import { One } from './merge-requests.ts'

const operation = operationsOf('Merge requests')

const path = '/projects/:id/merge_requests/:mergeRequestIid'

const commits = Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 100 })

export const listContextCommits = operation({
  name: 'listContextCommits',
  summary: 'List context commits of a merge request',
  at: `GET ${path}/context_commits`,
  input: Type.Object({ ...One.properties, ...Page }),
  reply: Type.Array(Commit),
})

export const addContextCommits = operation({
  name: 'addContextCommits',
  summary: 'Add context commits to a merge request, all or none',
  at: `POST ${path}/context_commits`,
  input: Type.Object({ ...One.properties, commits }),
  reply: Type.Array(Commit),
})

export const removeContextCommits = operation({
  name: 'removeContextCommits',
  summary: 'Remove context commits from a merge request',
  at: `DELETE ${path}/context_commits`,
  input: Type.Object({ ...One.properties, commits }),
  reply: Type.Null(),
})

export const createMergeRequestPipeline = operation({
  name: 'createMergeRequestPipeline',
  summary: 'Start a pipeline for a merge request. Always rejected, because external systems report pipelines',
  at: `POST ${path}/pipelines`,
  input: Type.Object({ ...One.properties, async: Type.Optional(Type.Boolean()) }),
  reply: Pipeline,
})
