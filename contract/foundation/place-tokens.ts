import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Day, Empty, NamespaceRef, Nullable } from '#contract/shapes.ts'
import { byPlaceKind, PlaceHeader } from './places.ts'
import { newToken, PersonalAccessToken, tokenFilters } from './tokens.ts'

/** An access token of a project or group. Its user is a bot, made for it alone. */
export const PlaceAccessToken = Type.Object({
  ...PersonalAccessToken.properties,
  /** The role of its bot; null if the bot is no longer a member. */
  accessLevel: Nullable(Type.Integer()),
})

const PlaceTokensPage = Type.Object({
  namespace: PlaceHeader,
  /** The active ones, newest first; 100 at most. */
  tokens: Type.Array(PlaceAccessToken),
  /** The access levels that the reader may give to a token. */
  grantable: Type.Array(Type.Integer()),
})

const operation = operationsOf('Access tokens')
const id = NamespaceRef
const tokenId = Type.Integer({ minimum: 1 })
const expiresAt = Type.Optional(Day)
const managers = { project: 'maintainers only', group: 'owners only' } as const

/** The operations on the access tokens of a project or group. */
export const placeTokenOperations = byPlaceKind((kind, place) => ({
  list: operation({
    name: `list${place}AccessTokens`,
    summary: `List access tokens of a ${kind} (${managers[kind]})`,
    at: `GET /${kind}s/:id/access_tokens`,
    input: Type.Object({ id, ...tokenFilters }),
    reply: Type.Array(PlaceAccessToken),
  }),
  get: operation({
    name: `get${place}AccessToken`,
    summary: `Get an access token of a ${kind} (${managers[kind]})`,
    at: `GET /${kind}s/:id/access_tokens/:tokenId`,
    input: Type.Object({ id, tokenId }),
    reply: PlaceAccessToken,
  }),
  create: operation({
    name: `create${place}AccessToken`,
    summary: `Create an access token for a ${kind}, with a bot of its own (${managers[kind]}). Only this response contains its value`,
    at: `POST /${kind}s/:id/access_tokens`,
    input: Type.Object({ id, ...newToken, expiresAt: Day, accessLevel: Type.Optional(Type.Integer()) }),
    reply: PlaceAccessToken,
  }),
  rotateOwn: operation({
    name: `rotateUsed${place}AccessToken`,
    summary: `Rotate the token of this request, one of a ${kind}`,
    at: `POST /${kind}s/:id/access_tokens/self/rotate`,
    input: Type.Object({ id, expiresAt }),
    reply: PlaceAccessToken,
    status: 200,
  }),
  rotate: operation({
    name: `rotate${place}AccessToken`,
    summary: `Rotate an access token of a ${kind} (${managers[kind]}). The new one has the same bot, name and scopes`,
    at: `POST /${kind}s/:id/access_tokens/:tokenId/rotate`,
    input: Type.Object({ id, tokenId, expiresAt }),
    reply: PlaceAccessToken,
    status: 200,
  }),
  revoke: operation({
    name: `revoke${place}AccessToken`,
    summary: `Revoke an access token of a ${kind} (${managers[kind]}). Its bot loses its membership`,
    at: `DELETE /${kind}s/:id/access_tokens/:tokenId`,
    input: Type.Object({ id, tokenId }),
    reply: Empty,
  }),
  page: operation({
    name: `${kind}AccessTokensPage`,
    summary: `Get data for the access tokens page of a ${kind} (${managers[kind]})`,
    at: `GET /-/pages/${kind}_access_tokens`,
    input: Type.Object({ namespace: Type.String({ maxLength: 1000 }) }),
    reply: PlaceTokensPage,
  }),
}))

export const {
  list: listProjectAccessTokens,
  get: getProjectAccessToken,
  create: createProjectAccessToken,
  rotateOwn: rotateUsedProjectAccessToken,
  rotate: rotateProjectAccessToken,
  revoke: revokeProjectAccessToken,
  page: projectAccessTokensPage,
} = placeTokenOperations.project

export const {
  list: listGroupAccessTokens,
  get: getGroupAccessToken,
  create: createGroupAccessToken,
  rotateOwn: rotateUsedGroupAccessToken,
  rotate: rotateGroupAccessToken,
  revoke: revokeGroupAccessToken,
  page: groupAccessTokensPage,
} = placeTokenOperations.group
