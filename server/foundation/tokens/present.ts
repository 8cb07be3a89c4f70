import type { Row } from '#server/platform/sql/database.ts'

/** A token's columns, without its digest. */
export const tokenColumns = [
  'id',
  'userId',
  'name',
  'description',
  'scopes',
  'revoked',
  'impersonation',
  'lastUsedAt',
  'lastUsedIps',
  'expiresAt',
  'createdAt',
  'namespaceId',
] as const

export type TokenRow = Row<'personalAccessTokens', (typeof tokenColumns)[number]>

/** @param now  ISO 8601; a token works until the day it expires on begins, in UTC */
export function isActive(token: Pick<TokenRow, 'revoked' | 'expiresAt'>, now: string): boolean {
  return !token.revoked && (token.expiresAt === null || token.expiresAt > now.slice(0, 10))
}

export function presentToken(token: TokenRow, now: string) {
  const { id, name, revoked, createdAt, description, scopes, userId, lastUsedAt, expiresAt } = token
  return {
    ...{ id, name, revoked, createdAt, description, scopes, userId, lastUsedAt, expiresAt },
    active: isActive(token, now),
  }
}

/** The token alone also has the addresses from which it was used. */
export function presentTokenAlone(token: TokenRow, now: string) {
  return { ...presentToken(token, now), lastUsedIps: token.lastUsedIps }
}

/** The one answer that holds the token's text. */
export function presentNewToken(made: { readonly row: TokenRow; readonly token: string }, now: string) {
  return { ...presentToken(made.row, now), token: made.token }
}

export function presentImpersonationToken(token: TokenRow, now: string) {
  return { ...presentToken(token, now), impersonation: true }
}
