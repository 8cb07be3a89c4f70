import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { CreatedBetween, DateTime, Day, Empty, Nullable, Page, Words } from '#contract/shapes.ts'

/** The scopes of an access token. */
export const tokenScopes = [
  'api',
  'read_api',
  'read_user',
  'read_repository',
  'write_repository',
  'sudo',
  'admin_mode',
  'self_rotate',
] as const

export const PersonalAccessToken = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  revoked: Type.Boolean(),
  createdAt: DateTime,
  description: Nullable(Type.String()),
  scopes: Type.Array(Type.String()),
  userId: Type.Integer(),
  lastUsedAt: Nullable(DateTime),
  active: Type.Boolean(),
  expiresAt: Nullable(Day),
  impersonation: Type.Optional(Type.Boolean()),
  lastUsedIps: Type.Optional(Type.Array(Type.String())),
  /** Present only in the reply that created it. */
  token: Type.Optional(Type.String()),
})

const operation = operationsOf('Access tokens')
const id = Type.Integer({ minimum: 1 })
const userId = Type.Integer({ minimum: 1 })
const tokenSorts = [
  'created_asc',
  'created_desc',
  'expires_asc',
  'expires_desc',
  'last_used_asc',
  'last_used_desc',
  'name_asc',
  'name_desc',
] as const

export const newToken = {
  name: Type.String({ maxLength: 1000 }),
  description: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))),
  scopes: Type.Array(Words(tokenScopes), { maxItems: 20 }),
  expiresAt: Type.Optional(Nullable(Day)),
}

export const tokenFilters = {
  ...Page,
  ...CreatedBetween,
  lastUsedAfter: Type.Optional(DateTime),
  lastUsedBefore: Type.Optional(DateTime),
  expiresAfter: Type.Optional(Day),
  expiresBefore: Type.Optional(Day),
  revoked: Type.Optional(Type.Boolean()),
  search: Type.Optional(Type.String({ maxLength: 255 })),
  sort: Type.Optional(Words(tokenSorts)),
  state: Type.Optional(Words(['active', 'inactive'])),
}

export const listTokens = operation({
  name: 'listPersonalAccessTokens',
  summary: 'List personal access tokens (administrators: of all users)',
  at: 'GET /personal_access_tokens',
  input: Type.Object({ ...tokenFilters, userId: Type.Optional(userId) }),
  reply: Type.Array(PersonalAccessToken),
})

export const getOwnToken = operation({
  name: 'getUsedPersonalAccessToken',
  summary: 'Get the token of this request',
  at: 'GET /personal_access_tokens/self',
  reply: PersonalAccessToken,
})

export const getToken = operation({
  name: 'getPersonalAccessToken',
  summary: 'Get a personal access token',
  at: 'GET /personal_access_tokens/:id',
  input: Type.Object({ id }),
  reply: PersonalAccessToken,
})

export const rotateOwnToken = operation({
  name: 'rotateUsedPersonalAccessToken',
  summary: 'Rotate the token of this request',
  at: 'POST /personal_access_tokens/self/rotate',
  input: Type.Object({ expiresAt: Type.Optional(Day) }),
  reply: PersonalAccessToken,
  status: 200,
})

export const rotateToken = operation({
  name: 'rotatePersonalAccessToken',
  summary: 'Rotate a personal access token. The new one has the same name and scopes',
  at: 'POST /personal_access_tokens/:id/rotate',
  input: Type.Object({ id, expiresAt: Type.Optional(Day) }),
  reply: PersonalAccessToken,
  status: 200,
})

export const revokeOwnToken = operation({
  name: 'revokeUsedPersonalAccessToken',
  summary: 'Revoke the token of this request',
  at: 'DELETE /personal_access_tokens/self',
  reply: Empty,
})

export const revokeToken = operation({
  name: 'revokePersonalAccessToken',
  summary: 'Revoke a personal access token',
  at: 'DELETE /personal_access_tokens/:id',
  input: Type.Object({ id }),
  reply: Empty,
})

export const createToken = operation({
  name: 'createPersonalAccessToken',
  summary: 'Create a personal access token. Only this response contains its value',
  at: 'POST /-/personal_access_tokens',
  input: Type.Object(newToken),
  reply: PersonalAccessToken,
})

export const createTokenFor = operation({
  name: 'createPersonalAccessTokenFor',
  summary: 'Create a personal access token for a user (administrators only)',
  at: 'POST /users/:userId/personal_access_tokens',
  input: Type.Object({ userId, ...newToken }),
  reply: PersonalAccessToken,
})

export const createLimitedToken = operation({
  name: 'createLimitedPersonalAccessToken',
  summary: 'Create a personal access token that can only rotate itself',
  at: 'POST /user/personal_access_tokens',
  input: Type.Object({ ...newToken, scopes: Type.Array(Words(['self_rotate']), { maxItems: 20 }) }),
  reply: PersonalAccessToken,
})

export const listImpersonationTokens = operation({
  name: 'listImpersonationTokens',
  summary: 'List impersonation tokens of a user (administrators only)',
  at: 'GET /users/:userId/impersonation_tokens',
  input: Type.Object({ userId, ...Page, state: Type.Optional(Words(['all', 'active', 'inactive'])) }),
  reply: Type.Array(PersonalAccessToken),
})

export const createImpersonationToken = operation({
  name: 'createImpersonationToken',
  summary: 'Create an impersonation token (administrators only)',
  at: 'POST /users/:userId/impersonation_tokens',
  input: Type.Object({ userId, ...newToken }),
  reply: PersonalAccessToken,
})

export const getImpersonationToken = operation({
  name: 'getImpersonationToken',
  summary: 'Get an impersonation token (administrators only)',
  at: 'GET /users/:userId/impersonation_tokens/:id',
  input: Type.Object({ userId, id }),
  reply: PersonalAccessToken,
})

export const revokeImpersonationToken = operation({
  name: 'revokeImpersonationToken',
  summary: 'Revoke an impersonation token (administrators only)',
  at: 'DELETE /users/:userId/impersonation_tokens/:id',
  input: Type.Object({ userId, id }),
  reply: Empty,
})
