import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, Expected, NamespaceRef, Nullable, Page } from '#contract/shapes.ts'
import { UserBasic } from './users.ts'

const shared = {
  id: Type.Integer(),
  title: Type.String(),
  key: Type.String(),
  /** MD5, as older clients compare it. */
  fingerprint: Type.String(),
  fingerprintSha256: Type.String(),
  createdAt: DateTime,
  expiresAt: Nullable(DateTime),
}

/** A public key that opens the code of projects over SSH. */
export const DeployKey = Type.Object({ ...shared, canPush: Type.Boolean() })

const ProjectOfKey = Type.Object({
  id: Type.Integer(),
  description: Nullable(Type.String()),
  name: Type.String(),
  nameWithNamespace: Type.String(),
  path: Type.String(),
  pathWithNamespace: Type.String(),
  createdAt: DateTime,
})

const DeployKeyOfSite = Type.Object({
  ...shared,
  projectsWithWriteAccess: Type.Array(ProjectOfKey),
  projectsWithReadonlyAccess: Type.Array(ProjectOfKey),
})

const operation = operationsOf('Deploy keys')
const project = { id: NamespaceRef }
const keyId = Type.Integer({ minimum: 1 })
const title = Type.String({ maxLength: 1000 })

export const listAllDeployKeys = operation({
  name: 'listAllDeployKeys',
  summary: 'List deploy keys of all projects (administrators only)',
  at: 'GET /deploy_keys',
  input: Type.Object({ ...Page }),
  reply: Type.Array(DeployKeyOfSite),
})

export const listDeployKeys = operation({
  name: 'listDeployKeys',
  summary: 'List deploy keys of a project (maintainers only)',
  at: 'GET /projects/:id/deploy_keys',
  input: Type.Object({ ...project, ...Page }),
  reply: Type.Array(DeployKey),
})

export const getDeployKey = operation({
  name: 'getDeployKey',
  summary: 'Get a deploy key of a project',
  at: 'GET /projects/:id/deploy_keys/:keyId',
  input: Type.Object({ ...project, keyId }),
  reply: DeployKey,
})

export const addDeployKey = operation({
  name: 'addDeployKey',
  summary: 'Add a deploy key to a project. A key of another project that you maintain is enabled',
  at: 'POST /projects/:id/deploy_keys',
  input: Type.Object({
    ...project,
    title,
    key: Type.String({ maxLength: 10_000 }),
    canPush: Type.Optional(Type.Boolean()),
    expiresAt: Type.Optional(Nullable(DateTime)),
  }),
  reply: DeployKey,
})

const changes = { title: Type.Optional(title), canPush: Type.Optional(Type.Boolean()) }

export const updateDeployKey = operation({
  name: 'updateDeployKey',
  summary: 'Update the title of a deploy key, and whether it can push to the project',
  at: 'PUT /projects/:id/deploy_keys/:keyId',
  input: Type.Object({ ...project, keyId, ...changes, expected: Expected(changes) }),
  reply: DeployKey,
})

export const removeDeployKey = operation({
  name: 'removeDeployKey',
  summary: 'Remove a deploy key from a project. A key that no other project has is deleted',
  at: 'DELETE /projects/:id/deploy_keys/:keyId',
  input: Type.Object({ ...project, keyId }),
  reply: Empty,
})

export const enableDeployKey = operation({
  name: 'enableDeployKey',
  summary: 'Enable a deploy key of another project that you maintain, with read-only access',
  at: 'POST /projects/:id/deploy_keys/:keyId/enable',
  input: Type.Object({ ...project, keyId }),
  reply: DeployKey,
})

/** The deploy key in the settings of a project. */
export const DeployKeyOnPage = Type.Object({
  ...DeployKey.properties,
  lastUsedAt: Nullable(DateTime),
  /** Null if the creator's account was deleted: the key can then only read. */
  creator: Nullable(UserBasic),
})
