import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { GraphQLError, type GraphQLSchema } from 'graphql'
import { refuseInMaintenance } from '#server/foundation/settings/maintenance.ts'
import { type OlderQuery, olderQuery } from '#server/graphql/newer-fields.ts'
import { schemaOf } from '#server/graphql/schema.ts'
import { TemporaryFile } from '#server/platform/files/temporary-file.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import type { Slice } from '#server/slice.ts'
import type { LiveHub } from '#server/transport/live/hub.ts'
import { contextOf, send as sendOutgoing, urlOf } from '#server/transport/rest/door.ts'
import { failureText, shapedStatuses } from '#server/transport/rest/failures.ts'
import type { CarryReads } from '#server/transport/rest/outgoing.ts'
import { receive as receiveBody } from '#server/transport/rest/receive.ts'
import { Throttle } from '#server/transport/rest/throttle.ts'
import type { DoorParts } from '#server/transport/session/authenticate.ts'
import { authenticate, checkAuthenticity, type Identity, Refusal } from '#server/transport/session/authenticate.ts'
import type { Connections } from '#server/transport/session/connections.ts'
import { openCable } from './cable.ts'
import { parseBounded, turnToRead } from './document.ts'
import { executing } from './execute.ts'
import { openExplorer } from './explorer.ts'
import { Budget } from './measure.ts'
import {
  asRecord,
  type GraphqlAnswer,
  type GraphqlRequest,
  limitsOf,
  performGraphql,
  readVariables,
  refusal,
} from './perform.ts'
import { openSubscriptions } from './subscriptions.ts'

interface GraphqlDoorParts extends DoorParts {
  readonly slices: readonly Slice[]
  readonly hub: LiveHub
  readonly connections: Connections
  readonly carry: CarryReads
}

const address = '/api/graphql'
const maxQueries = 50
/** Maximum characters of a response; for a batch, in total. */
const maxAnswerBytes = 16 * 1024 * 1024

/**
 * POST and GET /api/graphql, one query or several at once, with or without files, and subscriptions on a WebSocket at the same address.
 *
 * @source graphql.md 1
 */
export async function openGraphqlDoor(app: FastifyInstance, parts: GraphqlDoorParts): Promise<void> {
  const schema = schemaOf(parts.slices)
  const execute = executing(schema)
  const throttle = new Throttle(parts)
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.isMultipart()) return answerTo(request, reply, receive(request, request.body))
    const { parameters, dispose } = await receiveBody(parts, request, {})
    try {
      return await answerTo(request, reply, receiveUploads(request, parameters))
    } finally {
      await dispose()
    }
  }
  const answerTo = async (request: FastifyRequest, reply: FastifyReply, asked: Received) => {
    if ('refused' in asked) return send(reply, request, refusal(422, asked.refused))
    const identity = await identify(parts, request, asked.parameters)
    const isKnown = !('body' in identity) && identity.actor.kind === 'user'
    const by = isKnown ? { user: identity.actor.id } : { address: request.ip }
    for (const _each of asked.requests) reply.headers(await throttle.count(by))
    if ('body' in identity) return send(reply, request, identity)
    const weft = contextOf(parts, request, identity)
    const budget = new Budget(limitsOf(weft))
    const run = async (each: GraphqlRequest): Promise<GraphqlAnswer> => {
      await turnToRead(each.query)
      const older = readOlder(schema, each.query)
      const answer = await performGraphql(weft, older === null ? each : { ...each, query: older.source }, execute, {
        budget,
        mayWrite: identity.via !== 'token' || identity.scopes.includes('api'),
        isGet: request.method === 'GET',
        refuseMutation: async () => {
          const forgery = identity.via === 'session' ? forged(identity, request, asked.parameters) : null
          if (forgery === null) await refuseInMaintenance(parts)
          return forgery
        },
      })
      const { body } = answer
      return older === null || body.data === undefined
        ? answer
        : { ...answer, body: { ...body, data: older.complete(parsed(body.data)) } }
    }
    if (!asked.isList) {
      const answer = await run(asked.requests[0] ?? nothing)
      for (const bug of answer.bugs) logBug(request, bug)
      const headers = { ...answer.headers, 'content-type': jsonType }
      const alone = { status: answer.status, headers, body: textOf(answer, maxAnswerBytes) }
      const isRefused = answer.body.errors !== undefined || request.method === 'GET'
      const carried = isRefused ? alone : await parts.carry(request, weft, alone, urlOf(parts.services, request))
      return sendOutgoing(reply, carried)
    }
    // The queries run one after the other: the next one may depend on a mutation.
    const texts: string[] = []
    let leftBytes = maxAnswerBytes
    for (const each of asked.requests) {
      const answer = await run(each)
      for (const bug of answer.bugs) logBug(request, bug)
      const text = textOf(answer, leftBytes)
      leftBytes -= text.length
      texts.push(text)
      // Serve other requests between two queries.
      await new Promise(resolve => setImmediate(resolve))
    }
    return reply
      .code(200)
      .header('content-type', jsonType)
      .send(`[${texts.join(',')}]`)
  }
  app.post(address, answer)
  openSubscriptions(app, parts, schema, { url: address, answer })
  openCable(app, parts, schema)
  openExplorer(app)
}

// Clients compare the type to exactly this, without a charset.
const jsonType = 'application/json'

/**
 * The parts of a query from a client of a newer server that are unknown here; a query that cannot be parsed is refused
 * later, with all others.
 */
function readOlder(schema: GraphQLSchema, query: string): OlderQuery | null {
  try {
    return olderQuery(schema, query, parseBounded)
  } catch (error) {
    if (error instanceof GraphQLError) return null
    throw error
  }
}

const nothing: GraphqlRequest = { query: '', variables: {}, operationName: null }

type Received =
  | { readonly refused: string }
  | {
      readonly isList: boolean
      readonly requests: readonly GraphqlRequest[]
      readonly parameters: Readonly<Record<string, unknown>>
    }

/** The queries of a request, and the parameters that may hold a token. */
function receive(request: FastifyRequest, body: unknown): Received {
  const query = asRecord(request.query) ?? {}
  if (Array.isArray(body)) {
    if (body.length > maxQueries) return { refused: `A request can contain up to ${maxQueries} queries` }
    const requests = body.map(readRequest)
    const wrong = requests.find(each => typeof each === 'string')
    if (wrong !== undefined) return { refused: wrong }
    return { isList: true, requests: requests.filter(each => typeof each !== 'string'), parameters: query }
  }
  const parameters = { ...query, ...asRecord(body) }
  const read = readRequest(parameters)
  return typeof read === 'string' ? { refused: read } : { isList: false, requests: [read], parameters }
}

/**
 * Queries with files: `operations` is the JSON that would be the body, `map` tells by part where in it a file belongs.
 *
 * @source graphql.md 1, the GraphQL multipart request convention
 */
function receiveUploads(request: FastifyRequest, parts: Readonly<Record<string, unknown>>): Received {
  const operations = readJson(parts.operations)
  const map = asRecord(readJson(parts.map))
  if (operations === undefined || map === null) return { refused: 'The operations and map parts are missing' }
  for (const [part, paths] of Object.entries(map)) {
    const file = parts[part]
    if (!(file instanceof TemporaryFile) || !Array.isArray(paths)) return { refused: `Missing file ${part}` }
    for (const path of paths)
      if (!placeFile(operations, String(path).split('.'), file)) return { refused: `Unknown path ${path} in map` }
  }
  return receive(request, operations)
}

function readJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

/** Put a file in the place of its null. */
function placeFile(at: unknown, [key = '', ...rest]: readonly string[], file: TemporaryFile): boolean {
  if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return false
  // Lists and objects are alike to a path.
  const here = at as Record<string, unknown>
  if (rest.length > 0) return placeFile(here[key], rest, file)
  if (here[key] !== null) return false
  here[key] = file
  return true
}

/** One query, or a sentence about its fault. */
function readRequest(given: unknown): GraphqlRequest | string {
  const record = asRecord(given)
  if (record === null) return 'A query must be an object'
  const { query, operationName } = record
  if (typeof query !== 'string' || query.trim() === '') return 'A query is missing'
  const variables = readVariables(record.variables)
  if (variables === null) return 'The variables must be a JSON object'
  return { query, variables, operationName: typeof operationName === 'string' ? operationName : null }
}

/** The requester, or the refusal in the shape of this door. */
async function identify(
  parts: DoorParts,
  request: FastifyRequest,
  parameters: Readonly<Record<string, unknown>>,
): Promise<Identity | GraphqlAnswer> {
  try {
    const identity = await authenticate(parts, request, parameters)
    if (identity.via === 'token' && !identity.scopes.some(scope => scope === 'api' || scope === 'read_api')) {
      return refusal(403, 'The request requires higher privileges than provided by the access token.')
    }
    return identity
  } catch (error) {
    if (error instanceof Refusal) return told(error)
    throw error
  }
}

function told(error: Refusal): GraphqlAnswer {
  if (error.status === 401) return refusal(401, 'Invalid token')
  const message = asRecord(error.body)?.message
  return refusal(error.status, typeof message === 'string' ? message : 'The request was rejected')
}

/** The reason to refuse a change by cookie: the authenticity token is missing or wrong. */
function forged(
  identity: Identity,
  request: FastifyRequest,
  parameters: Readonly<Record<string, unknown>>,
): GraphqlAnswer | null {
  try {
    checkAuthenticity(identity, request, parameters)
    return null
  } catch (error) {
    if (error instanceof Refusal) return told(error)
    throw error
  }
}

function send(reply: FastifyReply, request: FastifyRequest, answer: GraphqlAnswer): FastifyReply {
  for (const bug of answer.bugs) logBug(request, bug)
  return reply
    .code(answer.status)
    .headers({ ...answer.headers, 'content-type': jsonType })
    .send(textOf(answer, maxAnswerBytes))
}

/** The response as JSON, or an error if it is too long. */
function textOf({ status, body }: GraphqlAnswer, maxBytes: number): string {
  if (shapedStatuses.has(status)) return failureText(status, body)
  const { data, errors } = body
  const text =
    data instanceof RawJson
      ? `{"data":${data.text}${errors === undefined ? '' : `,"errors":${JSON.stringify(errors)}`}}`
      : JSON.stringify(body)
  return text.length <= maxBytes ? text : JSON.stringify(tooLong.body)
}

const tooLong = refusal(200, 'The response would be too large. Request smaller pages or fewer fields')

const parsed = (data: unknown): unknown => (data instanceof RawJson ? JSON.parse(data.text) : data)

function logBug(request: FastifyRequest, bug: unknown): void {
  request.log.error({ err: bug, requestId: request.id }, 'a GraphQL query failed')
}
