import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DoorParts } from '#server/transport/rest/door.ts'
import { authenticateSession, csrfCookie, type Identity, maskAuthenticity } from './authenticate.ts'

/**
 * Who the browser is now, with the token that its writes carry: `GET /-/session` answers
 * `{"user_id": 7, "csrf_token": "…"}`, `user_id` null for a visitor. A page that stays open longer than its session asks it.
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
          user_id: actor.kind === 'user' ? actor.id : null,
          csrf_token: maskAuthenticity(pageToken(identity, request, reply, parts)),
        }),
      )
  })
}

/** The token that a page's writes carry: the session's, or a visitor's own, held in a cookie that other sites cannot read. */
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
