import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ExecutionResult, type GraphQLSchema, subscribe } from 'graphql'
import type { WebSocket } from 'ws'
import { internalNotesTopic, issuableTopic } from '#contract/live-topics.ts'
import type { Watch } from '#server/graphql/context.ts'
import type { Slice } from '#server/slice.ts'
import type { LiveHub } from '#server/transport/live/hub.ts'
import { contextOf } from '#server/transport/rest/door.ts'
import type { DoorParts, Identity } from '#server/transport/session/authenticate.ts'
import { closeSocket } from '#server/transport/session/close-socket.ts'
import type { Connection, Connections } from '#server/transport/session/connections.ts'
import { admitSubscription, identifyListener, isForeign, maxSubscriptions, watchAs } from './listen.ts'
import { asRecord, readVariables } from './perform.ts'
import { presentErrors } from './present-errors.ts'
import { watching } from './watch.ts'

const cableProtocol = 'actioncable-v1-json'

const pingMs = 3000

interface CableParts extends DoorParts {
  readonly hub: LiveHub
  readonly slices: readonly Slice[]
  readonly connections: Connections
}

/**
 * `/-/cable`: subscriptions for clients that speak Action Cable. The channel `GraphqlChannel` takes a subscription query;
 * `Noteable::NotesChannel` tells that the notes of an issue changed.
 *
 * @source graphql.md 11
 */
export function openCable(app: FastifyInstance, parts: CableParts, schema: GraphQLSchema): void {
  const watch = watching(parts.hub)
  const sockets = new Set<WebSocket>()
  const pinging = setInterval(() => {
    const message = JSON.stringify({ type: 'ping', message: Math.floor(Date.now() / 1000) })
    for (const socket of sockets) if (socket.readyState === socket.OPEN) socket.send(message)
  }, pingMs).unref()
  app.addHook('preClose', () => {
    clearInterval(pinging)
    for (const socket of sockets) {
      socket.send(JSON.stringify({ type: 'disconnect', reason: 'server_restart', reconnect: true }))
      socket.close(1012)
    }
  })
  app.get('/-/cable', { websocket: true }, (socket, request) => {
    if (isForeign(request)) return socket.close(1008, 'Origin not allowed')
    if (socket.protocol !== cableProtocol) return socket.close(1002, 'Subprotocol not acceptable')
    // No message is read or buffered until the client is authenticated.
    socket.pause()
    identifyListener(parts, request).then(
      identity => {
        const connection = parts.connections.open(identity, {
          end: why => {
            made.end()
            const isOver = why === 'over'
            say(socket, { type: 'disconnect', reason: isOver ? 'unauthorized' : 'remote', reconnect: !isOver })
            closeSocket(socket, why)
          },
        })
        const made = createListener(socket, {
          ...{ parts, schema, request, identity, connection },
          watch: watchAs(watch, identity, connection),
        })
        sockets.add(socket)
        socket.on('close', () => {
          connection.leave()
          sockets.delete(socket)
          made.end()
        })
        socket.on('message', (data: Buffer) => made.hear(data.toString('utf8')))
        socket.send('{"type":"welcome"}')
        socket.resume()
      },
      () => {
        socket.resume()
        socket.send('{"type":"disconnect","reason":"unauthorized","reconnect":false}')
        socket.close(1008)
      },
    )
  })
}

interface Listener {
  hear(text: string): void
  end(): void
}

interface ListenerParts {
  readonly parts: CableParts
  readonly schema: GraphQLSchema
  readonly watch: Watch
  readonly request: FastifyRequest
  readonly identity: Identity
  readonly connection: Connection
}

type Channel = Readonly<Record<string, unknown>>

function say(socket: WebSocket, message: object): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
}

function createListener(
  socket: WebSocket,
  { parts, schema, watch, request, identity, connection }: ListenerParts,
): Listener {
  /** The end of each subscription, by its identifier. */
  const open = new Map<string, () => void>()
  const tell = (identifier: string, message: object) => {
    if (open.has(identifier)) say(socket, { identifier, message })
  }

  const follow = async (identifier: string, channel: Channel) => {
    const { query, operationName } = channel
    const variables = readVariables(channel.variables)
    const admitted = admitSubscription(schema, contextOf(parts, request, identity), watch, {
      query: typeof query === 'string' ? query : '',
      variables: variables ?? {},
      operationName: typeof operationName === 'string' ? operationName : null,
    })
    const results: ExecutionResult | AsyncGenerator<ExecutionResult, void, void> =
      'document' in admitted ? await subscribe(admitted) : { errors: admitted }
    if (!(Symbol.asyncIterator in results)) {
      tell(identifier, { result: resultOf(results), more: false })
      return
    }
    if (!open.has(identifier)) return void results.return?.(undefined)
    open.set(identifier, () => void results.return?.(undefined))
    tell(identifier, { result: { data: nothingYet(admitted) }, more: true })
    for await (const result of results) tell(identifier, { result: resultOf(result), more: true })
    open.delete(identifier)
  }

  const rules = parts.slices.map(slice => slice.topics?.issue).find(rule => rule !== undefined)
  const followNotes = async (identifier: string, { noteable_id: id }: Channel) => {
    const issueId = Number(id)
    const mayHear = async () =>
      Number.isSafeInteger(issueId) && ((await rules?.(contextOf(parts, request, identity), issueId)) ?? false)
    if (!(await mayHear())) return false
    const changes = watch<true>([issuableTopic('issue', issueId), internalNotesTopic('issue', issueId)], async () =>
      (await mayHear()) ? { value: true } : 'gone',
    )
    open.set(identifier, () => void changes.return?.())
    void (async () => {
      for await (const _ of changes) tell(identifier, { event: 'updated' })
    })().catch(failed)
    return true
  }

  const failed = (error: unknown) => {
    request.log.error({ err: error }, 'a cable failed')
    socket.close(1011)
  }

  const begin = async (identifier: string) => {
    if (!(await connection.isAllowed())) return
    const channel = readJson(identifier)
    if (channel === null || open.has(identifier) || open.size >= maxSubscriptions)
      return say(socket, { identifier, type: 'reject_subscription' })
    const confirm = () => say(socket, { identifier, type: 'confirm_subscription' })
    open.set(identifier, () => {})
    if (channel.channel === 'GraphqlChannel') {
      confirm()
      return follow(identifier, channel)
    }
    if (channel.channel === 'Noteable::NotesChannel' && (await followNotes(identifier, channel))) return confirm()
    open.delete(identifier)
    say(socket, { identifier, type: 'reject_subscription' })
  }

  const finish = (identifier: string) => {
    open.get(identifier)?.()
    open.delete(identifier)
  }

  return {
    hear: text => {
      const message = readJson(text)
      const identifier = message?.identifier
      if (message === null || typeof identifier !== 'string') return socket.close(1007, 'Unknown command')
      if (message.command === 'subscribe') begin(identifier).catch(failed)
      // The subscription ends after earlier messages, which may still be waiting.
      else if (message.command === 'unsubscribe') void connection.isAllowed().then(() => finish(identifier))
    },
    end: () => {
      for (const identifier of [...open.keys()]) finish(identifier)
    },
  }
}

const resultOf = ({ data, errors }: ExecutionResult) =>
  errors === undefined ? { data } : { data: data ?? null, errors: presentErrors(errors).errors }

/** The first message of a subscription has a field for each requested value, all empty. */
function nothingYet(admitted: ReturnType<typeof admitSubscription>): Record<string, null> {
  if (!('document' in admitted)) return {}
  const operation = admitted.document.definitions.find(each => each.kind === 'OperationDefinition')
  const fields = operation?.selectionSet.selections.filter(each => each.kind === 'Field') ?? []
  return Object.fromEntries(fields.map(field => [field.alias?.value ?? field.name.value, null]))
}

function readJson(text: string): Channel | null {
  try {
    return asRecord(JSON.parse(text))
  } catch {
    return null
  }
}
