import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ExecutionArgs, GraphQLError, type GraphQLFormattedError, type GraphQLSchema, validate } from 'graphql'
import { GRAPHQL_TRANSPORT_WS_PROTOCOL, makeServer } from 'graphql-ws'
import { createGraphqlContext, type Look, type Watch } from '#server/graphql/context.ts'
import type { LiveHub } from '#server/transport/live/hub.ts'
import { contextOf, type DoorParts } from '#server/transport/rest/door.ts'
import { authenticate, type Identity } from '#server/transport/session/authenticate.ts'
import { admit } from './perform.ts'
import { presentErrors } from './present-errors.ts'

interface Route {
  readonly url: string
  readonly answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

interface Listener {
  readonly request: FastifyRequest
  readonly identity: Identity
}

const operationsAtMost = 100

/**
 * GET of an address, which answers queries, and on its WebSocket subscriptions (protocol graphql-transport-ws).
 *
 * The hub brings names only; each listener resolves what they see with their own rights, every time.
 */
export function openSubscriptions(
  app: FastifyInstance,
  parts: DoorParts & { readonly hub: LiveHub },
  schema: GraphQLSchema,
  { url, answer }: Route,
): void {
  const watch = watching(parts.hub)
  const server = makeServer<Record<string, unknown>, Listener>({
    schema,
    onSubscribe: ({ extra, subscriptions }, _id, { query, variables, operationName }) => {
      if (Object.keys(subscriptions).length > operationsAtMost) return [new GraphQLError('Too many subscriptions')]
      const weft = contextOf(parts, extra.request, extra.identity)
      const asked = { query, variables: variables ?? {}, operationName: operationName ?? null }
      try {
        const { read, operation } = admit(weft, asked)
        if (operation.operation !== 'subscription') return [new GraphQLError('Only subscriptions come this way')]
        const problems = validate(schema, read.document)
        if (problems.length > 0) return problems
        const context = createGraphqlContext({ weft, mayWrite: false, watch })
        return {
          schema,
          document: read.document,
          variableValues: asked.variables,
          operationName: asked.operationName,
          contextValue: context,
          rootValue: {},
        } satisfies ExecutionArgs
      } catch (error) {
        return presentErrors([error]).errors.map(({ message }) => new GraphQLError(message))
      }
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
      const { origin } = request.headers
      // A page of another site must not listen with this person's cookie.
      if (origin !== undefined && hostOf(origin) !== request.headers.host) return socket.close(1008, 'Another origin')
      if (socket.protocol !== GRAPHQL_TRANSPORT_WS_PROTOCOL) return socket.close(4406, 'Subprotocol not acceptable')
      const waiting: string[] = []
      let hear: ((text: string) => Promise<void>) | null = null
      socket.on('message', (data: Buffer) => {
        const text = data.toString('utf8')
        if (hear === null) waiting.push(text)
        else hear(text).catch(failed)
      })
      const failed = (error: unknown) => {
        request.log.error({ err: error }, 'a subscription failed')
        socket.close(1011)
      }
      authenticate(parts, request, {}).then(
        identity => {
          const closed = server.opened(
            {
              protocol: socket.protocol,
              send: text => new Promise((done, refuse) => socket.send(text, error => (error ? refuse(error) : done()))),
              close: (code, reason) => socket.close(code, reason),
              onMessage: callback => {
                hear = callback
              },
            },
            { request, identity },
          )
          socket.once('close', (code, reason) => void closed(code, reason.toString()))
          for (const text of waiting) hear?.(text).catch(failed)
        },
        () => socket.close(4401, 'Unauthorized'),
      )
    },
  })
}

const shown = (errors: readonly unknown[]): readonly GraphQLFormattedError[] => presentErrors(errors).errors

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host
  } catch {
    return null
  }
}

/** Live topics as something to wait for. Several changes while nobody waits are one look. */
function watching(hub: LiveHub): Watch {
  return <T>(topics: readonly string[], look: () => Promise<Look<T>>): AsyncIterableIterator<T> => {
    let isDue = false
    let isOver = false
    let wake: (() => void) | null = null
    const stir = () => {
      wake?.()
      wake = null
    }
    const unsubscribe = hub.subscribe(changed => {
      if (!changed.includes('*') && !topics.some(topic => changed.includes(topic))) return
      isDue = true
      stir()
    })
    // Not a generator: one that waits could not be ended before the next change.
    const end = async (): Promise<IteratorResult<T>> => {
      isOver = true
      unsubscribe()
      stir()
      return { done: true, value: undefined }
    }
    const iterator: AsyncIterableIterator<T> = {
      [Symbol.asyncIterator]: () => iterator,
      next: async () => {
        while (!isOver) {
          if (!isDue) {
            await new Promise<void>(resolve => {
              wake = resolve
            })
            continue
          }
          isDue = false
          const found = await look()
          if (found === 'gone') return end()
          if (found !== 'same' && !isOver) return { done: false, value: found.value }
        }
        return { done: true, value: undefined }
      },
      return: end,
      throw: end,
    }
    return iterator
  }
}
