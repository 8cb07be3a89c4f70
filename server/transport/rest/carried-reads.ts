import type { FastifyRequest } from 'fastify'
import { maxReads, readsHeader } from '#contract/carried-reads.ts'
import type { Context } from '#server/context.ts'
import type { Slice } from '#server/slice.ts'
import { type AuthenticationParts, authenticateSession } from '#server/transport/session/authenticate.ts'
import { type CompiledAnswer, perform } from './door.ts'
import type { CarryReads } from './outgoing.ts'

/** Null if the value is no read: the others keep their positions. */
type Read = readonly [name: string, input: Readonly<Record<string, unknown>>] | null

/**
 * A page that saves needs fresh data for itself afterwards, and requests it in the same request. The reads run after
 * the commit, with the rights that the session has after it; their bodies follow the write's own:
 * `{"answer":…,"reads":[…]}`, null for a read that is refused. A write that fails is answered alone; so is one that
 * ends its own session, and one by token, whose scopes may not cover the reads.
 */
export function carryReads(
  parts: AuthenticationParts,
  slices: readonly Slice[],
  answers: readonly CompiledAnswer[],
): CarryReads {
  const operations = slices.flatMap(({ pages = [], carried = [] }) => [
    ...pages.map(page => page.operation),
    ...carried,
  ])
  const names = new Set(operations.map(operation => operation.name))
  const readable = new Map(
    answers
      .filter(({ answer: { operation } }) => operation.door === 'browser' && names.has(operation.name))
      .map(each => [each.answer.operation.name, each]),
  )
  return async (request, ctx, answer, url) => {
    if (ctx.sessionId === null || answer.status >= 300) return answer
    if (typeof answer.body !== 'string' && answer.body !== undefined) return answer
    const reads = readsOf(request)
    if (reads.length === 0) return answer
    // The write may have changed who asks: an administrator may no longer be one.
    const { actor, sessionId } = await authenticateSession(parts, request)
    if (sessionId !== ctx.sessionId) return answer
    const later = { ...ctx, actor, now: new Date().toISOString() }
    const bodies: string[] = []
    for (const read of reads) bodies.push(await bodyOf(read, later, url))
    return {
      status: 200,
      headers: { ...answer.headers, 'content-type': 'application/json', [readsHeader]: String(bodies.length) },
      body: `{"answer":${answer.body ?? 'null'},"reads":[${bodies.join(',')}]}`,
    }
  }

  async function bodyOf(read: Read, ctx: Context, url: () => URL): Promise<string> {
    const [name, input] = read ?? []
    const compiled = name === undefined ? undefined : readable.get(name)
    if (compiled === undefined) return 'null'
    try {
      const { status, body } = await perform(compiled, ctx, { ...input }, url)
      return status === 200 && typeof body === 'string' ? body : 'null'
    } catch (error) {
      // The write is committed: whatever fails now, it is not to be repeated.
      ctx.services.log.error({ err: error, operation: name }, 'a read in the answer of a write failed')
      return 'null'
    }
  }
}

function readsOf(request: FastifyRequest): readonly Read[] {
  const given = request.headers[readsHeader]
  if (typeof given !== 'string') return []
  try {
    const reads: unknown = JSON.parse(decodeURIComponent(given))
    return Array.isArray(reads) ? reads.slice(0, maxReads).map(read => (isRead(read) ? read : null)) : []
  } catch {
    return []
  }
}

const isRead = (given: unknown): given is NonNullable<Read> =>
  Array.isArray(given) &&
  typeof given[0] === 'string' &&
  typeof given[1] === 'object' &&
  given[1] !== null &&
  !Array.isArray(given[1])
