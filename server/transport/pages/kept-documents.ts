import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { ByteCache } from '#server/platform/caches/byte-cache.ts'
import { acceptsGzip } from '#server/transport/rest/compress.ts'
import { type Deflated, deflate, gzipOf, inflate } from '#server/transport/rest/gzip.ts'

const documents = new ByteCache<string, Deflated>({
  name: 'documents',
  maxBytes: 8 * 1024 * 1024,
  sizeOf: ({ bytes }, key) => bytes.length + 2 * key.length,
  // Its times are relative to the minute in which it was drawn, which its key contains.
  livesMs: 60_000,
})

const underWay = new Map<string, Promise<Deflated | null>>()

/**
 * A document, made once for everything that it shows, compressed. What its reader may see is part of that, so that nobody gets the
 * document of another reader.
 *
 * @param shown  all that the text follows from
 * @param make  null where the document cannot be drawn: nothing is kept then
 */
export async function keptDocument(
  shown: readonly string[],
  make: () => Promise<string | null>,
): Promise<Deflated | null> {
  const hash = createHash('sha256')
  for (const part of shown) hash.update(part).update('\0')
  const key = hash.digest('base64')
  const known = documents.get(key) ?? underWay.get(key)
  if (known !== undefined) return known
  const made = compressed(key, make).finally(() => underWay.delete(key))
  underWay.set(key, made)
  return made
}

async function compressed(key: string, make: () => Promise<string | null>): Promise<Deflated | null> {
  const text = await make()
  if (text === null) return null
  const document = await deflate(text)
  documents.set(key, document)
  return document
}

/** Send a document with the ending that this request has alone. Only its few bytes are still to be made. */
export async function sendDocument(reply: FastifyReply, document: Deflated, ending = ''): Promise<FastifyReply> {
  if (!acceptsGzip(reply.request.headers['accept-encoding'] ?? ''))
    return reply.send(Buffer.concat([await inflate(document), Buffer.from(ending)]))
  return reply.header('content-encoding', 'gzip').send(gzipOf(document, ending))
}
