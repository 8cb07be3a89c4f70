import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Operation } from '#contract/operation.ts'
import { type Actor, anonymous, type Services } from '#server/context.ts'
import { identifySession } from '#server/foundation/sessions/identify.ts'
import { identifyToken } from '#server/foundation/tokens/identify.ts'
import { userByIdOrUsername } from '#server/foundation/users/find.ts'
import { nameRequester, userAsOwner } from '#server/platform/limits/requester.ts'
import type { Db } from '#server/platform/sql/database.ts'
import type { KnownIdentities } from './known.ts'

export const sessionCookie = '_weft_session'
export const csrfCookie = '_weft_csrf'

/** The requester, and the means by which they authenticated. */
export interface Identity {
  readonly actor: Actor
  readonly via: 'session' | 'token' | 'none'
  readonly sessionId: number | null
  readonly tokenId: number | null
  /** The owner of the session or token; with `sudo` not the actor. */
  readonly ownerId: number | null
  readonly scopes: readonly string[]
  readonly csrfToken: string | null
  /** Whether its session outlasts the browser's. */
  readonly isRemembered?: boolean
}

/** A door's refusal before any use case runs: the sheet gives these their own bodies. */
export class Refusal extends Error {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** The parts that authentication needs. */
export interface AuthenticationParts {
  readonly db: Db
  readonly known: KnownIdentities<Identity>
}

/** The parts that the doors share. */
export interface DoorParts extends AuthenticationParts {
  readonly services: Services
}

/** A caller without credentials. */
export const nobody: Identity = {
  actor: anonymous,
  via: 'none',
  sessionId: null,
  tokenId: null,
  ownerId: null,
  scopes: [],
  csrfToken: null,
}

/**
 * Find out who asks: by token in a header or parameter, else by the session's cookie.
 *
 * @throws Refusal  an unknown, revoked or expired token, a blocked user, a `sudo` that is not allowed
 * @source rest.md 1.2
 */
export async function authenticate(
  parts: AuthenticationParts,
  request: FastifyRequest,
  parameters: Readonly<Record<string, unknown>>,
): Promise<Identity> {
  const identity = await identify(parts, request, parameters)
  if (identity.ownerId !== null) nameRequester(userAsOwner(identity.ownerId))
  return identity
}

async function identify(
  parts: AuthenticationParts,
  request: FastifyRequest,
  parameters: Readonly<Record<string, unknown>>,
): Promise<Identity> {
  const given = tokenOf(request, parameters)
  if (given === null) return identifyBySession(parts, request)
  const { token } = given
  const known = parts.known.get('token', token)
  if (known !== null) return sudo(parts.db, request, parameters, known)
  const since = parts.known.forgotten
  const identified = await identifyToken(parts.db, token, { ip: request.ip })
  switch (identified.outcome) {
    case 'ok':
      return sudo(
        parts.db,
        request,
        parameters,
        parts.known.add(
          'token',
          token,
          identified.actor.id,
          {
            actor: identified.actor,
            via: 'token',
            sessionId: null,
            tokenId: identified.tokenId,
            ownerId: identified.actor.id,
            scopes: identified.scopes,
            csrfToken: null,
          },
          since,
        ),
      )
    case 'blocked':
      throw new Refusal(403, { message: '403 Forbidden - Your account has been blocked.' })
    case 'revoked':
      throw invalidToken(identified.outcome, identified.tokenId)
    case 'unknown':
      throw given.isBearer
        ? invalidToken(identified.outcome)
        : new InvalidToken({ message: '401 Unauthorized' }, {}, null)
    case 'expired':
      throw invalidToken(identified.outcome)
    default:
      return identified satisfies never
  }
}

/** The response for a rejected token. */
export class InvalidToken extends Refusal {
  /** Set when the token was revoked. */
  readonly revokedTokenId: number | null
  constructor(body: unknown, headers: Readonly<Record<string, string>>, revokedTokenId: number | null) {
    super(401, body, headers)
    this.revokedTokenId = revokedTokenId
  }
}

function invalidToken(outcome: 'unknown' | 'revoked' | 'expired', revokedTokenId: number | null = null): Refusal {
  const description = {
    unknown: 'Invalid token.',
    revoked: 'Token was revoked. You have to re-authorize from the user.',
    expired: 'Token is expired. You can either do re-authorization or token refresh.',
  }[outcome]
  return new InvalidToken(
    { error: 'invalid_token', error_description: description },
    {
      'www-authenticate': `Bearer realm="Protected by OAuth 2.0", error="invalid_token", error_description="${description}"`,
    },
    revokedTokenId,
  )
}

export async function authenticateSession(parts: AuthenticationParts, request: FastifyRequest): Promise<Identity> {
  const identity = await identifyBySession(parts, request)
  if (identity.ownerId !== null) nameRequester(userAsOwner(identity.ownerId))
  return identity
}

async function identifyBySession(parts: AuthenticationParts, request: FastifyRequest): Promise<Identity> {
  const cookie = request.cookies[sessionCookie]
  if (cookie === undefined || cookie === '') return nobody
  const known = parts.known.get('session', cookie)
  if (known !== null) return known
  const since = parts.known.forgotten
  const session = await identifySession(parts.db, cookie)
  if (session === null) return nobody
  const identity: Identity = {
    actor: session.actor,
    via: 'session',
    sessionId: session.sessionId,
    tokenId: null,
    ownerId: session.actor.id,
    scopes: [],
    csrfToken: session.csrfToken,
    isRemembered: session.isRemembered,
  }
  return parts.known.add('session', cookie, session.actor.id, identity, since)
}

interface GivenToken {
  readonly token: string
  /** Whether it was sent as an OAuth token: a wrong one is then refused in the way of OAuth. */
  readonly isBearer: boolean
}

function tokenOf(request: FastifyRequest, parameters: Readonly<Record<string, unknown>>): GivenToken | null {
  const header = request.headers['private-token']
  if (typeof header === 'string' && header !== '') return { token: header, isBearer: false }
  const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (bearer !== undefined) return { token: bearer, isBearer: true }
  for (const name of ['private_token', 'access_token']) {
    const given = parameters[name]
    if (typeof given === 'string' && given !== '') return { token: given, isBearer: name === 'access_token' }
  }
  return null
}

async function sudo(
  db: Db,
  request: FastifyRequest,
  parameters: Readonly<Record<string, unknown>>,
  identity: Identity,
): Promise<Identity> {
  const given = request.headers.sudo ?? parameters.sudo
  if (given === undefined || given === null) return identity
  if (typeof given !== 'string' && typeof given !== 'number') throw new Refusal(400, { error: 'sudo is invalid' })
  const { actor } = identity
  if (actor.kind !== 'user' || !actor.isAdmin)
    throw new Refusal(403, { message: '403 Forbidden - Must be admin to use sudo' })
  if (!identity.scopes.includes('sudo')) throw insufficientScope(['sudo'])
  const target = String(given).includes('\u0000') ? null : await userByIdOrUsername(db, String(given))
  if (target === null) throw new Refusal(404, { message: `404 User with ID or username '${given}' Not Found` })
  return { ...identity, actor: target }
}

function insufficientScope(needed: readonly string[]): Refusal {
  return new Refusal(403, {
    error: 'insufficient_scope',
    error_description: 'The request requires higher privileges than provided by the access token.',
    scope: needed.join(' '),
  })
}

const readUserPaths = /^\/(user|users)(\/|$)/
const ownTokenPaths = /^\/(personal_access_tokens|(projects|groups)\/:id\/access_tokens)\/self(\/|$)/
const readRepositoryPaths = /^\/projects\/:id\/repository\/files\//

/**
 * Hold a token to its scopes.
 * @throws Refusal  403 when none of them covers the operation
 */
export function checkScopes(identity: Identity, operation: Pick<Operation, 'method' | 'path' | 'door'>): void {
  if (identity.via !== 'token' || identity.scopes.includes('api')) return
  const isRead = operation.method === 'GET' || operation.method === 'HEAD'
  if (isRead && identity.scopes.includes('read_api')) return
  if (operation.door === 'api') {
    const { path } = operation
    if (isRead && identity.scopes.includes('read_user') && readUserPaths.test(path)) return
    if (isRead && identity.scopes.includes('read_repository') && readRepositoryPaths.test(path)) return
    if (ownTokenPaths.test(path) && (isRead || identity.scopes.includes('self_rotate'))) return
  }
  throw insufficientScope(isRead ? ['api', 'read_api'] : ['api'])
}

/**
 * A write by cookie must carry the authenticity token: the session's own, or for a visitor the one of their cookie.
 *
 * @throws Refusal  422 when it is missing or wrong
 */
export function checkAuthenticity(
  identity: Identity,
  request: FastifyRequest,
  parameters: Readonly<Record<string, unknown>>,
): void {
  if (identity.via === 'token' || request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS')
    return
  const expected = identity.csrfToken ?? request.cookies[csrfCookie]
  const given = request.headers['x-csrf-token'] ?? parameters.authenticity_token
  if (typeof expected === 'string' && typeof given === 'string' && isAuthentic(expected, given)) return
  throw new Refusal(422, {
    // Pages recognize the message in parentheses and fetch a new token.
    message: 'This page has expired. Reload it and try again. (Missing or invalid CSRF token.)',
  })
}

/**
 * The token as a page shows it: another text each time, so that how small a packed page becomes tells nothing of it.
 *
 * @returns base64url of a mask and the token under it
 */
export function maskAuthenticity(token: string): string {
  const bytes = Buffer.from(token)
  const mask = randomBytes(bytes.length)
  return Buffer.concat([mask, xor(bytes, mask)]).toString('base64url')
}

function isAuthentic(expected: string, given: string): boolean {
  if (equal(expected, given)) return true
  const bytes = Buffer.from(given, 'base64url')
  const half = bytes.length / 2
  return Number.isInteger(half) && equal(expected, xor(bytes.subarray(half), bytes.subarray(0, half)).toString())
}

const xor = (bytes: Buffer, mask: Buffer): Buffer => Buffer.from(bytes.map((byte, at) => byte ^ (mask[at] ?? 0)))

function equal(one: string, other: string): boolean {
  const a = Buffer.from(one)
  const b = Buffer.from(other)
  return a.length === b.length && timingSafeEqual(a, b)
}
