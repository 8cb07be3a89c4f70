import { Type } from 'typebox'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, Expected, NamespaceRef, Nullable, Page, Words } from '#contract/shapes.ts'
import { autoStopSettings, deploymentStatuses, environmentStates, environmentTiers } from './environment-words.ts'

const operation = operationsOf('Environments')

const EnvironmentName = Type.String({ minLength: 1, maxLength: 255 })
const own = {
  externalUrl: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
  description: Type.Optional(Nullable(Type.String({ maxLength: 10_000 }))),
  /** Without a tier, it follows from the name: `prod` is production, `staging` and `pre` are staging, `qa` is testing. */
  tier: Type.Optional(Nullable(Words(environmentTiers))),
  /** How long after its last deployment it stops: `1 week`, `2 days 12 hours`; null or `never` if it does not. */
  autoStopIn: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
}

/** Fields that only programs set. */
const further = {
  /** When it stops; null to keep it until the next deployment. */
  autoStopAt: Type.Optional(Nullable(DateTime)),
  autoStopSetting: Type.Optional(Nullable(Words(autoStopSettings))),
  /** Cluster agents are not known here: only null is accepted. */
  clusterAgentId: Type.Optional(Nullable(Type.Integer())),
  kubernetesNamespace: Type.Optional(Nullable(Type.String({ maxLength: 63 }))),
  fluxResourcePath: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
}

/** An environment as its deployments show it. */
export const EnvironmentBasic = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  slug: Type.String(),
  externalUrl: Nullable(Type.String()),
  createdAt: DateTime,
  updatedAt: DateTime,
})

/** @source rest.md 15.6 */
export const Deployment = Type.Object({
  id: Type.Integer(),
  iid: Type.Integer(),
  ref: Type.String(),
  sha: Type.String(),
  createdAt: DateTime,
  updatedAt: DateTime,
  finishedAt: Nullable(DateTime),
  status: Words(deploymentStatuses),
  user: Nullable(UserBasic),
  environment: EnvironmentBasic,
  /** Jobs of other programs are not known here. */
  deployable: Type.Null(),
  tag: Type.Boolean(),
  /** Whether it was created during a freeze period of the project. */
  inFreeze: Type.Boolean(),
  /** Whether its commit is older than the one that the environment had before; null until it has succeeded. */
  rollback: Nullable(Type.Boolean()),
})

export const Environment = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  slug: Type.String(),
  description: Nullable(Type.String()),
  externalUrl: Nullable(Type.String()),
  state: Words(environmentStates),
  tier: Words(environmentTiers),
  createdAt: DateTime,
  updatedAt: DateTime,
  autoStopAt: Nullable(DateTime),
  autoStopIn: Nullable(Type.String()),
  autoStopSetting: Words(autoStopSettings),
})

/** With the newest successful deployment. */
export const EnvironmentDetail = Type.Object({ ...Environment.properties, lastDeployment: Nullable(Deployment) })

const project = { id: NamespaceRef }
const one = { ...project, environmentId: Type.Integer({ minimum: 1 }) }

export const listEnvironments = operation({
  name: 'listEnvironments',
  summary: 'List environments of a project',
  at: 'GET /projects/:id/environments',
  input: Type.Object({
    ...project,
    name: Type.Optional(Type.String({ maxLength: 255 })),
    /** A part of the name, in any case; at least 3 characters. */
    search: Type.Optional(Type.String({ maxLength: 255 })),
    states: Type.Optional(Words([...environmentStates, 'stopping'])),
    ...Page,
  }),
  reply: Type.Array(Environment),
})

export const getEnvironment = operation({
  name: 'getEnvironment',
  summary: 'Get an environment with its newest successful deployment',
  at: 'GET /projects/:id/environments/:environmentId',
  input: Type.Object(one),
  reply: EnvironmentDetail,
})

export const createEnvironment = operation({
  name: 'createEnvironment',
  summary: 'Create an environment',
  at: 'POST /projects/:id/environments',
  input: Type.Object({ ...project, name: EnvironmentName, ...own, ...further }),
  reply: EnvironmentDetail,
})

export const updateEnvironment = operation({
  name: 'updateEnvironment',
  summary: 'Update an environment',
  at: 'PUT /projects/:id/environments/:environmentId',
  input: Type.Object({
    ...one,
    ...own,
    ...further,
    /** The name stays as it is: accepted only if it is the present one. */
    name: Type.Optional(EnvironmentName),
    expected: Expected(own),
  }),
  reply: EnvironmentDetail,
})

export const deleteEnvironment = operation({
  name: 'deleteEnvironment',
  summary: 'Delete a stopped environment with its deployments',
  at: 'DELETE /projects/:id/environments/:environmentId',
  input: Type.Object(one),
  reply: Empty,
})

export const stopEnvironment = operation({
  name: 'stopEnvironment',
  summary: 'Stop an environment',
  at: 'POST /projects/:id/environments/:environmentId/stop',
  input: Type.Object({ ...one, force: Type.Optional(Type.Boolean()) }),
  reply: EnvironmentDetail,
  status: 200,
})

export const startEnvironment = operation({
  name: 'startEnvironment',
  summary: 'Make a stopped environment available again',
  at: 'POST /projects/:id/environments/:environmentId/start',
  input: Type.Object(one),
  reply: EnvironmentDetail,
  status: 200,
})

export const stopStaleEnvironments = operation({
  name: 'stopStaleEnvironments',
  summary: 'Stop environments without a change or deployment since a moment',
  at: 'POST /projects/:id/environments/stop_stale',
  input: Type.Object({ ...project, before: DateTime }),
  reply: Type.Object({ message: Type.String() }),
  status: 200,
})

export const deleteReviewApps = operation({
  name: 'deleteReviewApps',
  summary: 'Delete stopped review apps, those named `review/...`, after a week',
  at: 'DELETE /projects/:id/environments/review_apps',
  input: Type.Object({
    ...project,
    /** Those created before; by default, 30 days ago. */
    before: Type.Optional(DateTime),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
    /** Only name them. */
    dryRun: Type.Optional(Type.Boolean({ default: true })),
  }),
  reply: Type.Object({
    scheduledEntries: Type.Array(Environment),
    /** Protected from the current user. */
    unprocessableEntries: Type.Array(Environment),
  }),
  status: 200,
})
