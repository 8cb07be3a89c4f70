import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql'
import { GRAPHQL_TRANSPORT_WS_PROTOCOL, makeServer } from 'graphql-ws'
import { unauthorizedSubscription } from '#server/graphql/context.ts'
import type { LiveHub } from '#server/transport/live/hub.ts'
import { contextOf } from '#server/transport/rest/door.ts'
import type { DoorParts, Identity } from '#server/transport/session/authenticate.ts'
import { closeSocket } from '#server/transport/session/close-socket.ts'
import type { Connection, Connections } from '#server/transport/session/connections.ts'
import { admitSubscription, identifyListener, isForeign, maxSubscriptions, watchAs } from './listen.ts'
import { presentErrors } from './present-errors.ts'
import { watching } from './watch.ts'

interface Route {
  readonly url: string
  readonly answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

interface SubscriptionListener {
  readonly request: FastifyRequest
  readonly identity: Identity
  readonly connection: Connection
}

/**
 * GET of an address, which answers queries, and on its WebSocket subscriptions (protocol graphql-transport-ws).
 *
 * The hub brings names only; each subscriber resolves the values with their own rights, every time.
 */
export function openSubscriptions(
  app: FastifyInstance,
  parts: DoorParts & { readonly hub: LiveHub; readonly connections: Connections },
  schema: GraphQLSchema,
  { url, answer }: Route,
): void {
  const watch = watching(parts.hub)
  const server = makeServer<Record<string, unknown>, SubscriptionListener>({
    schema,
    onSubscribe: async ({ extra, subscriptions }, _id, { query, variables, operationName }) => {
      const { request, identity, connection } = extra
      if (Object.keys(subscriptions).length > maxSubscriptions) return [new GraphQLError('Too many subscriptions')]
      if (!(await connection.isAllowed())) return [new GraphQLError(unauthorizedSubscription)]
      return admitSubscription(schema, contextOf(parts, request, identity), watchAs(watch, identity, connection), {
        query,
        variables: variables ?? {},
        operationName: operationName ?? null,
      })
    },
    onError: (_context, _id, _payload, errors) => shown(errors),
    onNext: (_context, _id, _payload, _args, result) =>
      result.errors === undefined ? undefined : { data: result.data ?? null, errors: shown(result.errors) },
  })
  app.route({
    method: 'GET',
    url,
    handler: answer,
    wsHandler: (socket, request) => {
      if (isForeign(request)) return socket.close(1008, 'Origin not allowed')
      if (socket.protocol !== GRAPHQL_TRANSPORT_WS_PROTOCOL) return socket.close(4406, 'Subprotocol not acceptable')
      // No message is read or buffered until the client is authenticated.
      socket.pause()
      const failed = (error: unknown) => {
        request.log.error({ err: error }, 'a subscription failed')
        socket.close(1011)
      }
      identifyListener(parts, request).then(
        identity => {
          const connection = parts.connections.open(identity, {
            end: why => {
              const { code, reason } = closeSocket(socket, why)
              void closed(code, reason)
            },
          })
          const closed = server.opened(
            {
              protocol: socket.protocol,
              send: text =>
                new Promise((done, refuse) => {
                  if (socket.readyState !== socket.OPEN) done()
                  else socket.send(text, error => (error ? refuse(error) : done()))
                }),
              close: (code, reason) => socket.close(code, reason),
              onMessage: hear => {
                socket.on('message', (data: Buffer) => hear(data.toString('utf8')).catch(failed))
              },
            },
            { request, identity, connection },
          )
          socket.once('close', (code, reason) => {
            connection.leave()
            void closed(code, reason.toString())
          })
          socket.resume()
        },
        () => {
          socket.resume()
          socket.close(4401, 'Unauthorized')
        },
      )
    },
  })
}

const shown = (errors: readonly unknown[]): readonly GraphQLFormattedError[] => presentErrors(errors).errors
