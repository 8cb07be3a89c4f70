import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '#contract/operation.ts'
import { type Context, createContext, type Services } from '#server/context.ts'
import { Moved, Unauthenticated } from '#server/errors.ts'
import { refuseInMaintenance } from '#server/foundation/settings/maintenance.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import { compileInput } from '#server/platform/text/decode.ts'
import { compileReply } from '#server/platform/text/encode.ts'
import { KeptReply } from '#server/platform/text/kept-reply.ts'
import { type Answer, Paged, Reply, StreamReply } from '#server/slice.ts'
import {
  authenticate,
  checkAuthenticity,
  checkScopes,
  type DoorParts,
  type Identity,
  InvalidToken,
  nobody,
  Refusal,
} from '#server/transport/session/authenticate.ts'
import { basicOf } from '#server/transport/session/basic.ts'
import { deployTokenAccess, isDeployToken } from '#server/transport/session/deploy-token.ts'
import { writeIdOf } from '#server/transport/session/write-id.ts'
import { compress } from './compress.ts'

import { conditional } from './etag.ts'
import { failureReply, failureText } from './failures.ts'
import { movedLocation } from './moved.ts'
import type { CarryReads, Outgoing } from './outgoing.ts'
import { paginationHeaders } from './pagination.ts'
import { compilePaging } from './paging.ts'
import { type FileAdmission, receive, receiveUnread } from './receive.ts'
import { Throttle } from './throttle.ts'
import { timeZoneOf } from './time-zone.ts'

/** An answer with its input and reply compiled. */
export interface CompiledAnswer {
  readonly answer: Answer
  readonly decode: (raw: Readonly<Record<string, unknown>>) => unknown
  readonly refusePaging: ((raw: Readonly<Record<string, unknown>>) => void) | null
  readonly encode: (value: unknown) => string
  /** Input names in wire format (snake_case). */
  readonly names: ReadonlySet<string>
}

export function compileAnswer(answer: Answer): CompiledAnswer {
  const { operation } = answer
  return {
    answer,
    decode: compileInput(operation.input),
    refusePaging: compilePaging(operation),
    encode: compileReply(operation.reply),
    names: new Set(Object.keys(operation.input.properties).map(snakeCase)),
  }
}

/** The path with the prefix of its door. */
export const pathOf = ({ door, path }: Operation): string => (door === 'api' ? `/api/v4${path}` : path)

/**
 * Run one operation for a context and raw input by wire names, from decoding to the encoded answer.
 * Failures by name become their answers; anything else is thrown.
 */
export async function perform(
  compiled: CompiledAnswer,
  ctx: Context,
  raw: Readonly<Record<string, unknown>>,
  url: () => URL,
): Promise<Outgoing> {
  const { answer, decode, refusePaging, encode, names } = compiled
  try {
    const input = decode(raw)
    refusePaging?.(raw)
    // The decoder built the value by the operation's own schema.
    const result = await answer.run(ctx, input as never)
    return outgoing(answer.operation.status, result, { encode, names, url })
  } catch (error) {
    if (error instanceof Moved && isRead(answer.operation)) {
      const location = movedLocation(error, url())
      // The former path may be taken by another project: caches must not remember the redirect.
      const headers = { location, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' }
      return { status: 301, headers, body: `Moved to ${location}` }
    }
    const failure = failureReply(error)
    if (failure === null) throw error
    // A client that expects JSON in an empty body takes it for a mistake.
    if (failure.body === undefined) return { status: failure.status, headers: { ...failure.headers }, body: undefined }
    return {
      status: failure.status,
      headers: { ...jsonType, ...failure.headers },
      body: JSON.stringify(failure.body),
    }
  }
}

const isRead = ({ method }: Operation): boolean => method === 'GET' || method === 'HEAD'

// Clients compare the type to exactly this, without a charset.
const jsonType = { 'content-type': 'application/json' }

function outgoing(
  status: number,
  result: unknown,
  { encode, names, url }: Pick<CompiledAnswer, 'encode' | 'names'> & { readonly url: () => URL },
): Outgoing {
  if (result instanceof StreamReply)
    return { status: result.status, headers: { ...result.headers }, body: result.stream }
  if (result instanceof Paged) {
    return { status, headers: { ...jsonType, ...paginationHeaders(result, url(), names) }, body: encode(result.items) }
  }
  if (result instanceof KeptReply) return { status, headers: { ...jsonType }, body: result.text(encode), kept: result }
  if (result instanceof Reply) {
    const { body } = result
    const text = body === undefined ? undefined : isMessage(body) ? JSON.stringify(body) : encode(body)
    return {
      status: result.status,
      headers: text === undefined ? { ...result.headers } : { ...jsonType, ...result.headers },
      body: text,
    }
  }
  if (result === undefined || status === 204)
    return { status: result === undefined && status === 200 ? 200 : status, headers: {}, body: undefined }
  return { status, headers: { ...jsonType }, body: encode(result) }
}

const isMessage = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && Object.keys(body).length === 1 && 'message' in body

/** Leave the body of a request unread, as if it had none. */
async function leaveBody({ raw }: FastifyRequest): Promise<void> {
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) delete raw.headers[name]
  raw.resume()
}

/** Open one route for each operation. */
export function openRestDoor(
  app: FastifyInstance,
  parts: DoorParts,
  answers: readonly CompiledAnswer[],
  carry: CarryReads,
): void {
  const throttle = new Throttle(parts)
  const identityOf = async (
    { byOwnKey }: Answer,
    request: FastifyRequest,
    parameters: Readonly<Record<string, unknown>>,
  ): Promise<Identity> => (byOwnKey === true ? nobody : authenticate(parts, request, parameters))
  for (const compiled of answers) {
    const { operation, bodyLimitBytes, longList, ignoresBody, admitLong } = compiled.answer
    const names = [...operation.path.matchAll(/:([A-Za-z]+)/g)].flatMap(match =>
      match[1] === undefined ? [] : [match[1]],
    )
    // The end of a path (`*`) is the input `path`.
    const pathNames = { ...Object.fromEntries(names.map(name => [name, snakeCase(name)])), '*': 'path' }
    const headers = headersOf(operation)
    const bodyFile = bodyFileOf(operation)
    app.route({
      method: operation.method,
      url: pathOf(operation),
      ...(bodyLimitBytes === undefined ? {} : { bodyLimit: bodyLimitBytes }),
      config: {
        ...(longList !== undefined && { longList }),
        isBodyFile: bodyFile !== undefined,
        ...(admitLong !== undefined && {
          admitLong: (request: FastifyRequest) =>
            admitLong(contextOf(parts, request, nobody), request.headers.authorization),
        }),
      },
      ...(ignoresBody === true && { onRequest: leaveBody }),
      handler: async (request, reply) => {
        const arrivedAt = new Date(Date.now() - reply.elapsedTime).toISOString()
        const credentials = compiled.answer.byDeployToken === true ? basicOf(request) : null
        const deployToken =
          credentials !== null && isDeployToken(credentials) ? await deployTokenAccess(parts.db, credentials) : null
        const received =
          compiled.answer.byOwnKey === true
            ? receiveUnread(request, pathNames)
            : await receive(parts, request, pathNames, {
                admission: admissionOf(parts, compiled.answer, request),
                limitBytes: compiled.answer.bodyLimitBytes,
                bodyFile,
              })
        for (const { wire, header } of headers) received.parameters[wire] ??= request.headers[header]
        try {
          const identity = await identityOf(compiled.answer, request, received.parameters).catch(async refusal => {
            // Guesses at tokens count too.
            if (operation.door === 'api') await throttle.count({ address: request.ip })
            if (refusal instanceof InvalidToken && refusal.revokedTokenId !== null)
              await compiled.answer.byRevokedToken?.(
                { ...contextOf(parts, request, nobody), now: arrivedAt },
                refusal.revokedTokenId,
              )
            throw refusal
          })
          if (operation.door === 'api') {
            const { actor } = identity
            reply.headers(await throttle.count(actor.kind === 'user' ? { user: actor.id } : { address: request.ip }))
          }
          if (identity.actor.kind === 'anonymous' && needsSomebody(compiled.answer)) throw new Unauthenticated()
          checkScopes(identity, operation)
          if (!compiled.answer.byAddress && !compiled.answer.byOwnKey)
            checkAuthenticity(identity, request, received.parameters)
          if (!isRead(operation) && !goesOn.has(operation.name)) await refuseInMaintenance(parts)
          const ctx =
            deployToken === null
              ? contextOf(parts, request, identity)
              : { ...contextOf(parts, request, nobody), deployToken }
          const url = urlOf(parts.services, request)
          const performed = shaped(await perform(compiled, ctx, received.parameters, url))
          const result = isRead(operation) ? performed : await carry(request, ctx, performed, url)
          const isConditional = isRead(operation) && (operation.door === 'api' || operation.isPolled)
          return await send(reply, isConditional ? conditional(result, request.headers['if-none-match']) : result)
        } finally {
          await received.dispose()
        }
      },
    })
  }
}

/**
 * The operations that maintenance does not stop: those that end it, sign in and out, or change nothing. Replicas go on
 * copying, as a site may be moved to one of them.
 */
const goesOn: ReadonlySet<string> = new Set([
  'updateApplicationSettings',
  'signIn',
  'signInWithLdap',
  'signOut',
  'renderMarkdown',
  'previewMarkdown',
  'previewBulkEdit',
  'previewOnCallCalendar',
  'readOnCallCalendar',
  'previewOnCallImport',
  'reportReplica',
  'getRepositoryChecksums',
  'getRepositoryRefs',
  'getRepositoryPack',
])

/** The wire name of the input that is the whole body; undefined where the body has parameters. */
const bodyFileOf = ({ input }: Operation): string | undefined =>
  Object.entries(input.properties).flatMap(([name, schema]) => ('isBody' in schema ? [snakeCase(name)] : []))[0]

/** The files that an operation receives from callers without a session. */
function admissionOf(parts: DoorParts, { visitorFiles }: Answer, request: FastifyRequest): FileAdmission | undefined {
  if (visitorFiles === undefined) return undefined
  const { admit, ...limits } = visitorFiles
  return { ...limits, admit: fields => admit(contextOf(parts, request, nobody), fields) }
}

/** An answer whose JSON has the one shape of errors. */
function shaped(answer: Outgoing): Outgoing {
  const { status, headers, body } = answer
  if (status < 400 || typeof body !== 'string' || headers['content-type'] !== jsonType['content-type']) return answer
  return { ...answer, body: failureText(status, JSON.parse(body)) }
}

/**
 * Authentication comes before the operation; and no anonymous request changes anything over the API, not even things
 * that all may see.
 */
const needsSomebody = ({ operation, access }: Answer): boolean =>
  operation.door === 'api' && (!isRead(operation) || access.kind === 'signed-in' || access.kind === 'admin')

/** Names of an operation's input that may also come as a header: those whose schema says `header`. */
function headersOf(operation: Operation): readonly { readonly wire: string; readonly header: string }[] {
  return Object.entries(operation.input.properties).flatMap(([name, schema]) =>
    'header' in schema && typeof schema.header === 'string'
      ? [{ wire: snakeCase(name), header: schema.header.toLowerCase() }]
      : [],
  )
}

export function contextOf(parts: DoorParts, request: FastifyRequest, identity: Identity): Context {
  return createContext({
    actor: identity.actor,
    db: parts.db,
    services: parts.services,
    requestId: request.id,
    sessionId: identity.sessionId,
    tokenId: identity.tokenId,
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
    writeId: writeIdOf(request, identity),
    timeZone: timeZoneOf(request),
  })
}

/**
 * The address the client used, on the site's own origin, whatever origin a request names.
 *
 * @returns parses it when called, since few answers contain an address
 */
export function urlOf(services: Services, request: FastifyRequest): () => URL {
  return () => {
    const { origin } = new URL(services.settings.externalUrl)
    const address = request.originalUrl
    return URL.parse(`${origin}${address.startsWith('/') ? '' : '/'}${address}`) ?? new URL(origin)
  }
}

/** Send an answer, packed where that is worth it. */
export async function send(reply: FastifyReply, { status, headers, body, kept }: Outgoing): Promise<FastifyReply> {
  reply.code(status).headers(headers)
  if (typeof body !== 'string') return reply.send(body)
  const packed = await compress(body, reply.request.headers['accept-encoding'] ?? '', kept)
  if (packed === null) return reply.send(body)
  return reply.header('content-encoding', 'gzip').send(packed)
}

/** The last stop of every failure: names become their answers, the rest is a bug that is logged and told by its number only. */
export function handleFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refusal) {
    return reply
      .code(error.status)
      .headers({ ...jsonType, ...error.headers })
      .send(typeof error.body === 'string' ? error.body : failureText(error.status, error.body))
  }
  const failure = failureReply(error)
  if (failure !== null)
    return reply
      .code(failure.status)
      .headers({ ...jsonType, ...failure.headers })
      .send(failureText(failure.status, failure.body))
  const status = statusOf(error)
  if (status !== null && status < 500) {
    const message = error instanceof Error ? error.message : 'Bad request'
    return reply
      .code(status)
      .headers(jsonType)
      .send(failureText(status, status === 413 ? { message: '413 Request Entity Too Large' } : { error: message }))
  }
  request.log.error({ err: error }, 'a request failed')
  return reply
    .code(500)
    .headers({ ...jsonType, 'x-request-id': request.id })
    .send(JSON.stringify({ message: '500 Internal Server Error', request_id: request.id }))
}

/** No route: 405 where the API knows the address by another verb, else 404. */
export function handleUnknown(
  request: FastifyRequest,
  reply: FastifyReply,
  answers: readonly CompiledAnswer[],
): FastifyReply {
  const path = request.url.split('?', 1)[0] ?? ''
  const methods = answers
    .map(({ answer }) => answer.operation)
    .filter(each => each.door === 'api' && patternOf(each.path).test(path))
    .map(each => each.method)
  if (methods.length === 0)
    return reply
      .code(404)
      .headers(jsonType)
      .send(failureText(404, { error: '404 Not Found' }))
  return reply
    .code(405)
    .headers({ ...jsonType, allow: [...new Set(methods)].join(', ') })
    .send('{"error":"405 Not Allowed"}')
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^/api/v4${path.replace(/[.]/g, '\\.').replace(/:[A-Za-z]+/g, '[^/]+')}/?$`)

/** The framework's own refusals (a broken body, a body too large) carry a status. */
const statusOf = (error: unknown): number | null =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : null
