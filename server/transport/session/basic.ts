import type { FastifyRequest } from 'fastify'

/** The username and password of HTTP basic authentication; null without them. */
export function basicOf(request: FastifyRequest): { username: string; password: string } | null {
  const encoded = /^Basic\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? null : { username: text.slice(0, colon), password: text.slice(colon + 1) }
}
