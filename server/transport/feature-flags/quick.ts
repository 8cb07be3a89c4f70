import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { FlagSheet } from '#server/deploy/feature-flags/serving/compile.ts'

const address = /^\/api\/v4\/feature_flags\/unleash\/([1-9]\d{0,14})\/(?:client\/)?features$/

/** @returns undefined if the flags are not in memory, or the request is to be refused */
type LookUp = (request: IncomingMessage, projectId: string) => FlagSheet | undefined

/**
 * Answer polls of clients before the framework sees them: most of the time of such a request would be that of hooks
 * which do nothing for it. Everything else takes the usual way.
 */
export function answerPolls(app: FastifyInstance, lookUp: LookUp): void {
  const { server } = app
  // The framework's own listener is the last one.
  const usual = server.listeners('request').at(-1) as RequestListener | undefined
  if (usual === undefined) return
  server.removeListener('request', usual)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const [, projectId] = request.method === 'GET' ? (address.exec(request.url ?? '') ?? []) : []
    const sheet = projectId === undefined ? undefined : lookUp(request, projectId)
    if (sheet === undefined) usual(request, response)
    else answer(request, response, sheet)
  })
}

function answer(request: IncomingMessage, response: ServerResponse, { body, etag }: FlagSheet): void {
  const isKnown = request.headers['if-none-match']?.includes(etag) === true
  response.writeHead(isKnown ? 304 : 200, {
    etag,
    'cache-control': 'private, no-cache',
    vary: 'Authorization',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    ...(!isKnown && { 'content-type': 'application/json', 'content-length': body.byteLength }),
  })
  response.end(isKnown ? undefined : body)
}
