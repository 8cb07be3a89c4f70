import type { FastifyRequest } from 'fastify'

/** The username and password of HTTP basic authentication; null without them. */
export function basicOf(request: FastifyRequest): { username: string; password: string } | null {
  const encoded = /^Basic\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (encoded === undefined) return null
  // No name or password holds a null character, and the database takes none: with another one they are wrong ones.
  const text = Buffer.from(encoded, 'base64').toString('utf8').replaceAll('\0', '\ufffd')
  const colon = text.indexOf(':')
  return colon < 0 ? null : { username: text.slice(0, colon), password: text.slice(colon + 1) }
}
