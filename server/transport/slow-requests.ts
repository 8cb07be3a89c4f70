import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Time limit for request headers. */
export const headersMs = 20_000
/** Interval at which Node checks for late headers. */
export const headersLookMs = 5_000

const lookMs = 30_000
/** Minimum bytes of a body per check: about a second of a slow connection. */
const bytesAtLeast = 4_096

interface Watched {
  readonly socket: Socket
  bytes: number
}

/**
 * Abort requests whose body stalls. There is no limit on the total time, so that large pushes succeed while they progress. Requests
 * that the server is not reading yet are not counted as slow.
 *
 * @param everyMs  interval between checks
 */
export function endSlowBodies(app: FastifyInstance, everyMs = lookMs): void {
  const watched = new Map<IncomingMessage, Watched>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    // A request that arrived just before its first check has not had the full interval.
    if (!raw.complete && !request.ws) watched.set(raw, { socket: raw.socket, bytes: Number.NEGATIVE_INFINITY })
    done()
  })
  const looking = setInterval(() => {
    for (const [raw, seen] of watched) {
      const { socket } = seen
      const isWaiting = raw.readableLength > 0
      const bytes = socket.bytesRead
      if (raw.complete || raw.destroyed || socket.destroyed) watched.delete(raw)
      else if (!isWaiting && bytes - seen.bytes < bytesAtLeast) {
        watched.delete(raw)
        socket.destroy()
      } else seen.bytes = isWaiting ? Number.NEGATIVE_INFINITY : bytes
    }
  }, everyMs).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(looking)
    done()
  })
}
