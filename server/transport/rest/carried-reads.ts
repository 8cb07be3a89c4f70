import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { type CompiledAnswer, perform } from './door.ts'
import type { CarryReads } from './outgoing.ts'

/** Reads that the answer of a write brings along: `[["getIssuePage", { "namespace": "weft/loom", "iid": 7 }]]`, URI-encoded. */
const readsHeader = 'x-weft-reads'

const maxReads = 4

type Read = readonly [name: string, input: Readonly<Record<string, unknown>>]

/**
 * A page that saves needs what it shows after its change, and asks for it in the same request. The reads run after the
 * commit, with the rights of that moment; their bodies follow the write's own: `{"answer":…,"reads":[…]}`, null for a read
 * that is refused. A write that fails is answered alone.
 */
export function carryReads(answers: readonly CompiledAnswer[]): CarryReads {
  const readable = new Map(
    answers
      .filter(({ answer: { operation } }) => operation.door === 'browser' && operation.method === 'GET')
      .map(each => [each.answer.operation.name, each]),
  )
  return async (request, ctx, answer, url) => {
    // What a token may change says nothing about what it may read: its requests are answered alone.
    if (ctx.sessionId === null) return answer
    const reads = readsOf(request)
    if (reads.length === 0 || answer.status >= 300) return answer
    if (typeof answer.body !== 'string' && answer.body !== undefined) return answer
    const later = { ...ctx, now: new Date().toISOString() }
    const bodies: string[] = []
    for (const [name, input] of reads) {
      const compiled = readable.get(name)
      const read = compiled === undefined ? null : await perform(compiled, later, { ...input }, url)
      if (read?.body instanceof Readable) read.body.destroy()
      bodies.push(read?.status === 200 && typeof read.body === 'string' ? read.body : 'null')
    }
    return {
      status: 200,
      headers: { ...answer.headers, 'content-type': 'application/json', [readsHeader]: String(bodies.length) },
      body: `{"answer":${answer.body ?? 'null'},"reads":[${bodies.join(',')}]}`,
    }
  }
}

function readsOf(request: FastifyRequest): readonly Read[] {
  const given = request.headers[readsHeader]
  if (typeof given !== 'string') return []
  try {
    const reads: unknown = JSON.parse(decodeURIComponent(given))
    return Array.isArray(reads) ? reads.filter(isRead).slice(0, maxReads) : []
  } catch {
    return []
  }
}

const isRead = (given: unknown): given is Read =>
  Array.isArray(given) && typeof given[0] === 'string' && typeof given[1] === 'object' && given[1] !== null
