import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { userIdOf } from '#server/context.ts'
import { authenticateSession, csrfCookie, type DoorParts, type Identity, maskAuthenticity } from './authenticate.ts'

/**
 * `GET /-/session`: the current session and its CSRF token as `{"user_id": 7, "csrf_token": "…"}`, `user_id` null for visitors. Used by
 * pages that outlive their session.
 */
export function openSessionDoor(app: FastifyInstance, parts: DoorParts): void {
  app.get('/-/session', async (request, reply) => {
    const identity = await authenticateSession(parts, request)
    const { actor } = identity
    return reply
      .header('cache-control', 'no-store')
      .type('application/json')
      .send(
        JSON.stringify({
          user_id: userIdOf({ actor }),
          csrf_token: maskAuthenticity(pageToken(identity, request, reply, parts)),
        }),
      )
  })
}

/** The CSRF token of a page: the session's, or a visitor's own in a cookie that other sites cannot read. */
export function pageToken(
  identity: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
  { services }: Pick<DoorParts, 'services'>,
): string {
  if (identity.csrfToken !== null) return identity.csrfToken
  const known = request.cookies[csrfCookie]
  if (known !== undefined && /^[\w-]{30,60}$/.test(known)) return known
  const token = randomBytes(30).toString('base64url')
  const secure = services.settings.externalUrl.startsWith('https:')
  reply.setCookie(csrfCookie, token, { path: '/', httpOnly: true, sameSite: 'lax', secure })
  return token
}
