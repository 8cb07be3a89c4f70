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
  summary: 'List the commits that give a merge request context',
  at: `GET ${path}/context_commits`,
  input: Type.Object({ ...One.properties, ...Page }),
  reply: Type.Array(Commit),
})

export const addContextCommits = operation({
  name: 'addContextCommits',
  summary: 'Add commits that give a merge request context, all or none',
  at: `POST ${path}/context_commits`,
  input: Type.Object({ ...One.properties, commits }),
  reply: Type.Array(Commit),
})

export const removeContextCommits = operation({
  name: 'removeContextCommits',
  summary: 'Remove commits that give a merge request context',
  at: `DELETE ${path}/context_commits`,
  input: Type.Object({ ...One.properties, commits }),
  reply: Type.Null(),
})

export const createMergeRequestPipeline = operation({
  name: 'createMergeRequestPipeline',
  summary: 'Start a pipeline for a merge request. Refused, as pipelines are reported by external systems',
  at: `POST ${path}/pipelines`,
  input: Type.Object({ ...One.properties, async: Type.Optional(Type.Boolean()) }),
  reply: Pipeline,
})
