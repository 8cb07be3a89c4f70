import { createHash } from 'node:crypto'
import type { Outgoing } from './outgoing.ts'

/** The longest body that gets an `ETag`, in characters: hashing blocks the event loop. */
const maxHashed = 1024 * 1024

/**
 * Set the `ETag` of a complete GET response, and answer 304 without a body if the client has it.
 *
 * @param ifNoneMatch  the request header
 * @source RFC 9110, 8.8.3 and 13.1.2
 */
export function conditional(outgoing: Outgoing, ifNoneMatch: string | undefined): Outgoing {
  const { status, headers, body, kept } = outgoing
  if (status !== 200 || typeof body !== 'string' || body.length > maxHashed) return outgoing
  // Weak, since the same response may be sent compressed or not.
  const make = () => `W/"${createHash('md5').update(body).digest('hex')}"`
  const etag = kept === undefined ? make() : kept.etag(make)
  if (!matches(etag, ifNoneMatch)) return { ...outgoing, headers: { ...headers, etag } }
  const { 'content-type': _none, ...others } = headers
  return { status: 304, headers: { ...others, etag }, body: undefined }
}

function matches(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some(tag => opaque(tag) === opaque(etag))
}
