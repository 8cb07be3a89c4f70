import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Headers come at once, or somebody holds the connection on purpose. */
export const headersMs = 20_000
/** How often Node looks for connections whose headers are late. */
export const headersLookMs = 5_000

const lookMs = 30_000
/** Of a body in a look: what a slow line brings in a second. */
const bytesAtLeast = 4_096

interface Watched {
  readonly socket: Socket
  bytes: number
}

/**
 * End requests whose body hardly comes: each may take as long as it needs, as large pushes do, while it moves on. One that the
 * server itself does not read, since it waits for its turn, is not slow.
 *
 * @param everyMs  between one look and the next
 */
export function endSlowBodies(app: FastifyInstance, everyMs = lookMs): void {
  const watched = new Map<IncomingMessage, Watched>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    // At the first look, whoever came just before it has not been seen for the whole time.
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
