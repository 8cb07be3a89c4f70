import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/context.ts'
import { type PortLimits, PortSockets } from '#server/platform/limits/port-sockets.ts'
import { isTrustedProxy } from '#server/platform/limits/trusted-proxies.ts'

const body = '{"message":"Too many connections are open. Try again in a moment."}'
const refusal = `HTTP/1.1 503 Service Unavailable\r
Content-Type: application/json\r
Content-Length: ${body.length}\r
Retry-After: 5\r
Connection: close\r
\r
${body}`

/** A client that takes nothing of its response for this long has stopped reading. */
const usualUnreadMs = 120_000

/**
 * Limit the sockets of the web server. A request counts as work from its headers to the end of its response, and a web socket for as
 * long as it is open (`limitSockets` has the limits of those).
 */
export function limitHttpSockets(
  app: FastifyInstance,
  { log, settings }: Pick<Services, 'log' | 'settings'>,
  limits: PortLimits,
  unreadMs = usualUnreadMs,
): void {
  const { server } = app
  const sockets = new PortSockets(limits, {
    ...{ name: 'http', log, refusal },
    isProxy: address => isTrustedProxy(settings, address),
  })
  sockets.guard(server)
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    response.once('close', sockets.begin(socket))
  })
  server.prependListener('upgrade', ({ socket }: IncomingMessage) => sockets.begin(socket))
  // Node ends neither kind by itself when there is a listener. The time starts again with each byte that moves.
  server.timeout = unreadMs
  server.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0 || !sockets.isAtWork(socket)) socket.destroy()
  })
  app.addHook('preClose', () => sockets.drain())
}
