import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { networkOf } from '#server/platform/limits/network.ts'
import type { Identity } from './session/authenticate.ts'

interface SocketLimits {
  /** Concurrent sockets per IP address, which many users may share. */
  readonly byAddress: number
  /** Concurrent sockets per user: a browser needs one, a program a few. */
  readonly byUser: number
  /** Concurrent anonymous sockets per IP address. */
  readonly byStranger: number
}

/** @source rest.md 1.10 */
export const socketLimits: SocketLimits = { byAddress: 2_000, byUser: 200, byStranger: 200 }

/** Maximum bytes buffered for a client that does not read, before the socket is closed. */
const maxUnreadBytes = 4 * 1024 * 1024
/** Maximum messages of a socket per interval. */
const maxWords = 1_000
const lookMs = 10_000

interface Parts {
  /** Null: unlimited. */
  readonly limits: SocketLimits | null
  /** @throws  invalid credentials, which the door of the socket reports itself */
  readonly identify: (request: FastifyRequest) => Promise<Identity>
}

/**
 * Limit sockets of all kinds, before the rules of each door: concurrent sockets, messages per interval, and unsent bytes. Each
 * process counts separately.
 */
export function limitSockets(app: FastifyInstance, { limits, identify }: Parts): void {
  const open = new Map<string, number>()
  const add = (key: string, change: number) => {
    const count = (open.get(key) ?? 0) + change
    if (count > 0) open.set(key, count)
    else open.delete(key)
    return count
  }
  const hold = (request: FastifyRequest, key: string, most: number): boolean => {
    if (add(key, 1) > most) {
      add(key, -1)
      return false
    }
    request.raw.socket.once('close', () => add(key, -1))
    return true
  }
  if (limits !== null)
    app.addHook('preValidation', async (request, reply) => {
      if (!request.ws) return
      const identity = hold(request, `address ${networkOf(request.ip)}`, limits.byAddress)
        ? await identify(request).catch(() => null)
        : 'refused'
      if (identity === null) return
      const isHeld =
        identity !== 'refused' &&
        (identity.actor.kind === 'user'
          ? hold(request, `user ${identity.actor.id}`, limits.byUser)
          : hold(request, `stranger ${networkOf(request.ip)}`, limits.byStranger))
      if (!isHeld)
        return reply
          .code(429)
          .headers({ 'content-type': 'application/json', 'retry-after': '60' })
          .send('{"message":"Too many connections are open. Close some first."}')
    })

  const words = new WeakMap<WebSocket, number>()
  app.websocketServer.on('connection', (socket: WebSocket) => {
    socket.on('message', () => {
      const count = (words.get(socket) ?? 0) + 1
      words.set(socket, count)
      if (count > maxWords) socket.close(1008, 'Too many messages')
    })
  })
  const looking = setInterval(() => {
    for (const socket of app.websocketServer.clients) {
      words.delete(socket)
      if (socket.bufferedAmount > maxUnreadBytes) socket.terminate()
    }
  }, lookMs).unref()
  app.addHook('preClose', () => clearInterval(looking))
}
