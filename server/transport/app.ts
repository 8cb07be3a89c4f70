import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import websocket from '@fastify/websocket'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import { Malformed } from '#server/errors.ts'
import { attachmentLimitBytes } from '#server/foundation/settings/attachment-limit.ts'
import { StatusHosts } from '#server/plan/status-page/hosts.ts'
import type { PortLimits } from '#server/platform/limits/port-sockets.ts'
import { asRequester, networkAsOwner } from '#server/platform/limits/requester.ts'
import { isTrustedProxy } from '#server/platform/limits/trusted-proxies.ts'
import { parseQuery } from '#server/platform/text/parameters.ts'
import type { Slice } from '#server/slice.ts'
import { rewriteAddress } from './address.ts'
import { keepPrivate } from './caching.ts'
import { tidyForwardedFor } from './forwarded-for.ts'
import { type Measure, openHealthDoor } from './health.ts'
import { limitHttpSockets } from './http-sockets.ts'
import { openLiveDoor } from './live/door.ts'
import type { LiveHub } from './live/hub.ts'
import { openDiagramFrame } from './pages/diagram-frame.ts'
import { openPagesDoor } from './pages/door.ts'
import { tellGoImports } from './pages/go-import.ts'
import { openStatusDoor } from './pages/status-door.ts'
import type { WebRoot } from './pages/web-root.ts'
import { ports } from './ports.ts'
import type { Readiness } from './readiness.ts'
import { readBodies } from './rest/body.ts'
import { carryReads } from './rest/carried-reads.ts'
import { compileAnswer, handleFailure, handleUnknown, openRestDoor } from './rest/door.ts'
import { failureText } from './rest/failures.ts'
import { openApiDoor } from './rest/openapi.ts'
import type { CarryReads } from './rest/outgoing.ts'
import { refuseStranger } from './rest/receive.ts'
import { securityHeaders } from './security-headers.ts'
import type { DoorParts } from './session/authenticate.ts'
import { authenticate } from './session/authenticate.ts'
import { Connections } from './session/connections.ts'
import { openSessionDoor } from './session/door.ts'
import { endSlowBodies, headersLookMs, headersMs } from './slow-requests.ts'
import { limitSockets, socketLimits } from './sockets.ts'

interface AppParts extends DoorParts {
  readonly slices: readonly Slice[]
  readonly hub: LiveHub
  /** Additional measures for operators. */
  readonly measures?: readonly Measure[]
  /** Whether balancers may send requests. */
  readonly readiness?: Readiness
  /** Null where no pages are served: tests of the doors. */
  readonly web: WebRoot | null
  /** The limits of its sockets. */
  readonly limits?: PortLimits
  /** Doors with a protocol of their own: GraphQL, git. */
  readonly doors: readonly ((app: FastifyInstance, parts: OpenParts) => Promise<void> | void)[]
}

interface OpenParts extends AppParts {
  /** All open sockets. */
  readonly connections: Connections
  readonly carry: CarryReads
}

const jsonLimitBytes = 12 * 1024 * 1024

/** The web server with every door, not yet listening. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { settings } = parts.services
  const statusHosts = new StatusHosts()
  const app = Fastify({
    // pino's own logger satisfies the framework's interface.
    loggerInstance: quiet(parts.services.log) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: address => isTrustedProxy(settings, address),
    bodyLimit: jsonLimitBytes,
    // Large pushes take long; `endSlowBodies` ends requests that stall.
    requestTimeout: 0,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: headersLookMs },
    genReqId: () => randomUUID(),
    rewriteUrl: request => rewriteAddress(statusHosts.addressOf(request.headers.host, request.url ?? '/')),
    routerOptions: { maxParamLength: 4096, querystringParser: parseQuery, ignoreTrailingSlash: true },
    // A request that the router cannot read reaches no hook.
    frameworkErrors: (error, request, reply) => {
      handleFailure(error, request, reply.serializer(asText))
    },
    return503OnClosing: false,
    keepAliveTimeout: (parts.limits ?? ports.http).restMs,
    // `limitHttpSockets` closes them.
    forceCloseConnections: false,
  })
  limitHttpSockets(app, parts.services, parts.limits ?? ports.http)
  tidyForwardedFor(app)
  await app.register(cookie)
  await app.register(multipart, {
    limits: { fileSize: attachmentLimitBytes, files: 10, fields: 200, fieldSize: 2 * 1024 * 1024 },
  })
  await app.register(websocket, { options: { maxPayload: 64 * 1024 } })
  endSlowBodies(app)
  limitSockets(app, {
    limits: settings.rateLimits ? socketLimits : null,
    identify: request => authenticate(parts, request, request.query as Readonly<Record<string, unknown>>),
  })
  app.removeContentTypeParser('text/plain')
  readBodies(
    app,
    jsonLimitBytes,
    request =>
      request.routeOptions.config.admitLong?.(request) ??
      refuseStranger(parts, request, request.query as Readonly<Record<string, unknown>>),
  )
  app.setErrorHandler(handleFailure)
  const guarded = securityHeaders(settings.externalUrl)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(guarded).header('x-request-id', request.id)
    // The framework would add a charset to the type of JSON, which has none.
    reply.serializer(asText)
    if (request.url.startsWith('/api/')) reply.headers(crossOrigin)
    // No text of the database may hold one, so nothing has such an address.
    done(request.url.includes('%00') ? new Malformed('the URL contains a null byte') : undefined)
  })
  // The hook runs after the body was read: its reader has lost the context of earlier hooks.
  app.addHook('preValidation', (request, _reply, done) => asRequester(networkAsOwner(request.ip), done))
  keepPrivate(app)
  tellGoImports(app, parts)
  for (const url of ['/api/v3', '/api/v3/*'])
    app.all(url, (_request, reply) =>
      reply
        .code(410)
        .type('application/json')
        .send(failureText(410, { error: 'API V3 is no longer supported. Use API V4 instead.' })),
    )
  app.options('/api/*', (_request, reply) => reply.code(204).headers(preflight).send())
  const answers = parts.slices.flatMap(slice => slice.answers ?? []).map(compileAnswer)
  openHealthDoor(app, parts)
  const carry = carryReads(parts, parts.slices, answers)
  openRestDoor(app, parts, answers, carry)
  openApiDoor(
    app,
    answers.map(each => each.answer),
    settings.externalUrl,
  )
  const connections = new Connections(parts.db, parts.services.log)
  // First, so that connections a topic affects are marked for a check before the doors deliver it.
  app.addHook(
    'preClose',
    parts.hub.subscribe(topics => connections.onTopics(topics)),
  )
  const open = { ...parts, connections, carry }
  for (const openDoor of parts.doors) await openDoor(app, open)
  openSessionDoor(app, parts)
  openLiveDoor(app, open, parts.hub)
  openDiagramFrame(app)
  openStatusDoor(app, parts, statusHosts)
  const pages = parts.slices.flatMap(slice => slice.pages ?? [])
  const pageParts = parts.slices.flatMap(slice => slice.pageParts ?? [])
  if (parts.web === null) app.setNotFoundHandler((request, reply) => handleUnknown(request, reply, answers))
  else await openPagesDoor(app, parts, { pages, pageParts, answers, web: parts.web })
  return app
}

const asText = (payload: unknown): string => (typeof payload === 'string' ? payload : JSON.stringify(payload))

/** The framework's own messages are for debugging; failures are logged at every level. */
const quiet = (log: Logger): Logger => log.child({}, log.level === 'info' ? { level: 'warn' } : {})

const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Link, X-Total, X-Total-Pages, X-Per-Page, X-Page, X-Next-Page, X-Prev-Page, X-Next-Cursor, X-Gitlab-Blob-Id, X-Gitlab-Commit-Id, X-Gitlab-Content-Sha256, X-Gitlab-Encoding, X-Gitlab-File-Name, X-Gitlab-File-Path, X-Gitlab-Last-Commit-Id, X-Gitlab-Ref, X-Gitlab-Size, X-Request-Id, ETag, Retry-After, X-Sentry-Rate-Limits',
}

const preflight = {
  ...crossOrigin,
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers':
    'Authorization, Private-Token, Content-Type, Content-Encoding, Sudo, If-Unmodified-Since, If-None-Match, X-Sentry-Auth, Unleash-Appname, Unleash-Connection-Id, Unleash-Instanceid, Unleash-Interval, Unleash-Sdk, X-Unleash-Appname, X-Unleash-Connection-Id, X-Unleash-Interval, X-Unleash-Sdk',
  'access-control-max-age': '7200',
}
