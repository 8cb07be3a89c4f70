import { type Static, Type } from 'typebox'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, NamespaceRef, Nullable, Page, UpdatedBetween, Words } from '#contract/shapes.ts'
import { CodePlace } from '../code-pages.ts'
import { Pipeline, PipelineBasic, project, RefName } from '../shapes.ts'
import { pipelineStates } from './pipeline-status.ts'

const operation = operationsOf('Pipelines')

const State = Words(pipelineStates)
const StatusName = Type.Optional(Type.String({ maxLength: 255 }))

/** @source rest.md 2.4 */
export const CommitStatus = Type.Object({
  id: Type.Integer(),
  sha: Type.String(),
  ref: Type.String(),
  status: State,
  name: Type.String(),
  targetUrl: Nullable(Type.String()),
  description: Nullable(Type.String()),
  createdAt: DateTime,
  startedAt: Nullable(DateTime),
  finishedAt: Nullable(DateTime),
  allowFailure: Type.Boolean(),
  coverage: Nullable(Type.Number()),
  pipelineId: Type.Integer(),
  author: Nullable(UserBasic),
})

export const createCommitStatus = operation({
  name: 'createCommitStatus',
  summary: 'Report the status of a commit',
  at: 'POST /projects/:id/statuses/:sha',
  input: Type.Object({
    ...project,
    sha: RefName,
    state: State,
    /** The branch or tag; without it, a branch that contains the commit. */
    ref: Type.Optional(RefName),
    /** The name of the check; `default` if absent. A newer status of the same name replaces the older one. */
    name: StatusName,
    /** Another word for `name`. */
    context: StatusName,
    targetUrl: Type.Optional(Nullable(Type.String({ maxLength: 2048 }))),
    description: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
    coverage: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 100 }))),
    pipelineId: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  reply: CommitStatus,
})

export const listCommitStatuses = operation({
  name: 'listCommitStatuses',
  summary: 'List commit statuses',
  at: 'GET /projects/:id/repository/commits/:sha/statuses',
  input: Type.Object({
    id: NamespaceRef,
    sha: Type.String({ maxLength: 255 }),
    ref: Type.Optional(RefName),
    stage: Type.Optional(Type.String({ maxLength: 255 })),
    name: StatusName,
    pipelineId: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Includes statuses that a newer one of the same name has replaced. */
    all: Type.Optional(Type.Boolean()),
    orderBy: Type.Optional(Words(['id', 'pipeline_id'])),
    sort: Type.Optional(Words(['asc', 'desc'])),
    ...Page,
  }),
  reply: Type.Array(CommitStatus),
})

export const listPipelines = operation({
  name: 'listPipelines',
  summary: 'List pipelines of a project, newest first',
  at: 'GET /projects/:id/pipelines',
  input: Type.Object({
    ...project,
    scope: Type.Optional(Words(['running', 'pending', 'finished', 'branches', 'tags'])),
    status: Type.Optional(State),
    ref: Type.Optional(RefName),
    sha: Type.Optional(RefName),
    source: Type.Optional(Type.String({ maxLength: 255 })),
    username: Type.Optional(Type.String({ maxLength: 255 })),
    ...UpdatedBetween,
    orderBy: Type.Optional(Words(['id', 'status', 'ref', 'updated_at', 'user_id'])),
    sort: Type.Optional(Words(['asc', 'desc'])),
    ...Page,
  }),
  reply: Type.Array(PipelineBasic),
})

export const getLatestPipeline = operation({
  name: 'getLatestPipeline',
  summary: 'Get the newest pipeline of the latest commit on a ref',
  at: 'GET /projects/:id/pipelines/latest',
  input: Type.Object({ ...project, ref: Type.Optional(RefName) }),
  reply: Pipeline,
})

export const getPipeline = operation({
  name: 'getPipeline',
  summary: 'Get a pipeline',
  at: 'GET /projects/:id/pipelines/:pipelineId',
  input: Type.Object({ ...project, pipelineId: Type.Integer({ minimum: 1 }) }),
  reply: Pipeline,
})

export const pipelinePage = operation({
  name: 'pipelinePage',
  summary: 'Get data for a pipeline page',
  at: 'GET /-/pages/pipeline',
  input: Type.Object({ namespace: Type.String(), pipelineId: Type.Integer({ minimum: 1 }) }),
  reply: Type.Object({
    place: CodePlace,
    pipeline: Pipeline,
    /** Null where the commit is no longer there. */
    commitTitle: Nullable(Type.String()),
    /** The last of each name, in the order of their first report; at most a hundred. */
    statuses: Type.Array(CommitStatus),
    /** Whether there are more statuses than that. */
    isCut: Type.Boolean(),
  }),
})
export type PipelinePage = Static<typeof pipelinePage.reply>
