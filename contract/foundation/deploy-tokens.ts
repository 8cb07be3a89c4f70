import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Empty, NamespaceRef, Nullable, Page } from '#contract/shapes.ts'
import { byPlaceKind } from './places.ts'

/** The scopes of a deploy token. There is no registry that the other scopes of the contract could apply to. */
export const deployTokenScopes = ['read_repository'] as const

export const DeployToken = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  username: Type.String(),
  expiresAt: Nullable(DateTime),
  scopes: Type.Array(Type.String()),
  revoked: Type.Boolean(),
  expired: Type.Boolean(),
})

const NewDeployToken = Type.Object({
  ...DeployToken.properties,
  /** Present only in this reply. */
  token: Type.String(),
})

const DeployTokenOnPage = Type.Object({
  ...DeployToken.properties,
  createdAt: DateTime,
  lastUsedAt: Nullable(DateTime),
})

const operation = operationsOf('Deploy tokens')
const id = NamespaceRef
const namespace = Type.String({ maxLength: 1000 })
const tokenId = Type.Integer({ minimum: 1 })
const active = Type.Optional(Type.Boolean())

const wanted = {
  name: Type.String({ maxLength: 1000 }),
  scopes: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 }),
  username: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))),
  expiresAt: Type.Optional(Nullable(DateTime)),
}

export const listDeployTokens = operation({
  name: 'listDeployTokens',
  summary: 'List deploy tokens of all projects and groups (administrators only)',
  at: 'GET /deploy_tokens',
  input: Type.Object({ active, ...Page }),
  reply: Type.Array(DeployToken),
})

const summaries = {
  project: {
    create: 'Create a deploy token for a project. Only this response contains its value',
    remove: 'Delete a deploy token of a project',
    revoke: 'Revoke a deploy token of a project',
  },
  group: {
    create: 'Create a deploy token for all projects in a group (owners only). Only this response contains its value',
    remove: 'Delete a deploy token of a group (owners only)',
    revoke: 'Revoke a deploy token of a group (owners only)',
  },
} as const

const onPage = { project: '/:namespace/-/deploy_tokens', group: '/groups/:namespace/-/deploy_tokens' } as const

/** The operations on the deploy tokens of a project or group. */
export const deployTokenOperations = byPlaceKind((kind, place) => ({
  list: operation({
    name: `list${place}DeployTokens`,
    summary: `List deploy tokens of a ${kind} (maintainers only)`,
    at: `GET /${kind}s/:id/deploy_tokens`,
    input: Type.Object({ id, active, ...Page }),
    reply: Type.Array(DeployToken),
  }),
  get: operation({
    name: `get${place}DeployToken`,
    summary: `Get a deploy token of a ${kind}`,
    at: `GET /${kind}s/:id/deploy_tokens/:tokenId`,
    input: Type.Object({ id, tokenId }),
    reply: DeployToken,
  }),
  create: operation({
    name: `create${place}DeployToken`,
    summary: summaries[kind].create,
    at: `POST /${kind}s/:id/deploy_tokens`,
    input: Type.Object({ id, ...wanted }),
    reply: NewDeployToken,
  }),
  remove: operation({
    name: `delete${place}DeployToken`,
    summary: summaries[kind].remove,
    at: `DELETE /${kind}s/:id/deploy_tokens/:tokenId`,
    input: Type.Object({ id, tokenId }),
    reply: Empty,
  }),
  listOnPage: operation({
    name: `${kind}DeployTokensOnPage`,
    summary: `List active deploy tokens for the settings page of a ${kind}`,
    at: `GET ${onPage[kind]}`,
    input: Type.Object({ namespace }),
    reply: Type.Array(DeployTokenOnPage),
  }),
  revoke: operation({
    name: `revoke${place}DeployToken`,
    summary: summaries[kind].revoke,
    at: `PUT ${onPage[kind]}/:tokenId/revoke`,
    input: Type.Object({ namespace, tokenId }),
    reply: Empty,
    status: 204,
  }),
}))

export const {
  list: listProjectDeployTokens,
  get: getProjectDeployToken,
  create: createProjectDeployToken,
  remove: deleteProjectDeployToken,
  listOnPage: projectDeployTokensOnPage,
  revoke: revokeProjectDeployToken,
} = deployTokenOperations.project

export const {
  list: listGroupDeployTokens,
  get: getGroupDeployToken,
  create: createGroupDeployToken,
  remove: deleteGroupDeployToken,
  listOnPage: groupDeployTokensOnPage,
  revoke: revokeGroupDeployToken,
} = deployTokenOperations.group
