import type { FastifyRequest } from 'fastify'
import type { Identity } from './authenticate.ts'

/**
 * The name that a page gave its write, which live messages about it repeat. It includes the actor, so that no user can
 * use another's.
 */
export function writeIdOf(request: FastifyRequest, { via, actor }: Identity): string | null {
  const given = request.headers['x-weft-write']
  const isNamed = typeof given === 'string' && /^[\w-]{1,64}$/.test(given)
  return via === 'session' && actor.kind === 'user' && isNamed ? `${actor.id}.${given}` : null
}
