import { Type } from 'typebox'
import { operation } from '#contract/operation.ts'
import { DateTime, Empty, NamespaceRef, Nullable, Page } from '#contract/shapes.ts'

/** What a deploy token can be used for. There is no registry here that the other scopes of the contract could open. */
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
  /** Only in this reply. */
  token: Type.String(),
})

const DeployTokenOnPage = Type.Object({
  ...DeployToken.properties,
  createdAt: DateTime,
  lastUsedAt: Nullable(DateTime),
})

const tag = 'Deploy tokens'
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
  summary: 'The deploy tokens of all projects and groups. Administrators only.',
  tag,
  at: 'GET /deploy_tokens',
  input: Type.Object({ active, ...Page }),
  reply: Type.Array(DeployToken),
})

export const listProjectDeployTokens = operation({
  name: 'listProjectDeployTokens',
  summary: 'The deploy tokens of a project. Maintainers only.',
  tag,
  at: 'GET /projects/:id/deploy_tokens',
  input: Type.Object({ id, active, ...Page }),
  reply: Type.Array(DeployToken),
})

export const getProjectDeployToken = operation({
  name: 'getProjectDeployToken',
  summary: 'A deploy token of a project.',
  tag,
  at: 'GET /projects/:id/deploy_tokens/:tokenId',
  input: Type.Object({ id, tokenId }),
  reply: DeployToken,
})

export const createProjectDeployToken = operation({
  name: 'createProjectDeployToken',
  summary: 'Create a deploy token for a project. The token itself is only in this reply.',
  tag,
  at: 'POST /projects/:id/deploy_tokens',
  input: Type.Object({ id, ...wanted }),
  reply: NewDeployToken,
})

export const deleteProjectDeployToken = operation({
  name: 'deleteProjectDeployToken',
  summary: 'Delete a deploy token of a project.',
  tag,
  at: 'DELETE /projects/:id/deploy_tokens/:tokenId',
  input: Type.Object({ id, tokenId }),
  reply: Empty,
})

export const listGroupDeployTokens = operation({
  name: 'listGroupDeployTokens',
  summary: 'The deploy tokens of a group. Maintainers only.',
  tag,
  at: 'GET /groups/:id/deploy_tokens',
  input: Type.Object({ id, active, ...Page }),
  reply: Type.Array(DeployToken),
})

export const getGroupDeployToken = operation({
  name: 'getGroupDeployToken',
  summary: 'A deploy token of a group.',
  tag,
  at: 'GET /groups/:id/deploy_tokens/:tokenId',
  input: Type.Object({ id, tokenId }),
  reply: DeployToken,
})

export const createGroupDeployToken = operation({
  name: 'createGroupDeployToken',
  summary: 'Create a deploy token for all projects of a group. Owners only. The token itself is only in this reply.',
  tag,
  at: 'POST /groups/:id/deploy_tokens',
  input: Type.Object({ id, ...wanted }),
  reply: NewDeployToken,
})

export const deleteGroupDeployToken = operation({
  name: 'deleteGroupDeployToken',
  summary: 'Delete a deploy token of a group. Owners only.',
  tag,
  at: 'DELETE /groups/:id/deploy_tokens/:tokenId',
  input: Type.Object({ id, tokenId }),
  reply: Empty,
})

export const projectDeployTokensOnPage = operation({
  name: 'projectDeployTokensOnPage',
  summary: 'The active deploy tokens on the settings page of a project.',
  tag,
  door: 'browser',
  at: 'GET /:namespace/-/deploy_tokens',
  input: Type.Object({ namespace }),
  reply: Type.Array(DeployTokenOnPage),
})

export const revokeProjectDeployToken = operation({
  name: 'revokeProjectDeployToken',
  summary: 'Revoke a deploy token of a project.',
  tag,
  door: 'browser',
  at: 'PUT /:namespace/-/deploy_tokens/:tokenId/revoke',
  input: Type.Object({ namespace, tokenId }),
  reply: Empty,
  status: 204,
})

export const groupDeployTokensOnPage = operation({
  name: 'groupDeployTokensOnPage',
  summary: 'The active deploy tokens on the settings page of a group.',
  tag,
  door: 'browser',
  at: 'GET /groups/:namespace/-/deploy_tokens',
  input: Type.Object({ namespace }),
  reply: Type.Array(DeployTokenOnPage),
})

export const revokeGroupDeployToken = operation({
  name: 'revokeGroupDeployToken',
  summary: 'Revoke a deploy token of a group. Owners only.',
  tag,
  door: 'browser',
  at: 'PUT /groups/:namespace/-/deploy_tokens/:tokenId/revoke',
  input: Type.Object({ namespace, tokenId }),
  reply: Empty,
  status: 204,
})
