import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { messages } from '#server/code/repository/messages.ts'
import { anonymous, type Context, createContext } from '#server/context.ts'
import { Forbidden, Moved, NotFound, Unauthenticated } from '#server/errors.ts'
import { checkPassword } from '#server/foundation/passwords/check-password.ts'
import { ensureRepository } from '#server/foundation/projects/repository.ts'
import { siteNow } from '#server/foundation/settings/site-now.ts'
import { looksLikeToken } from '#server/foundation/settings/token-prefix.ts'
import { identifyToken } from '#server/foundation/tokens/identify.ts'
import { advertiseRefs, isService, type Service } from '#server/platform/git/transport/advertise.ts'
import { decodedBody } from '#server/platform/git/transport/pkt-line.ts'
import { uploadArchiveTalk, uploadPack } from '#server/platform/git/transport/upload-pack.ts'
import { nameRequester } from '#server/platform/limits/requester.ts'
import { ownerOf, pushable, readable } from '#server/transport/git/access.ts'
import { receivePush } from '#server/transport/git/receive.ts'
import { whileReadable } from '#server/transport/git/while-readable.ts'
import { failureReply } from '#server/transport/rest/failures.ts'
import type { DoorParts } from '#server/transport/session/authenticate.ts'
import { basicOf } from '#server/transport/session/basic.ts'
import { deployTokenAccess, isDeployToken } from '#server/transport/session/deploy-token.ts'

type GitParts = Pick<DoorParts, 'db' | 'services'>

/**
 * git over HTTP: clone, fetch and push, by password or token, protocol versions 0 to 2.
 *
 * @source gitprotocol-http(5)
 */
export function openGitDoor(app: FastifyInstance, parts: GitParts): void {
  app.register(async git => {
    git.removeAllContentTypeParsers()
    // git's requests are streams as they are: nothing reads them before git does.
    git.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    git.setErrorHandler((error, request, reply) => sayFailure(parts, error, request, reply))
    git.get<{ Params: { repository: string }; Querystring: { service?: string } }>(
      '/:repository/info/refs',
      async (request, reply) => {
        const { service } = request.query
        if (!isService(service))
          return reply.code(403).type('text/plain').send('Only the smart HTTP protocol is supported. Update Git.\n')
        const ctx = await contextOf(parts, request, service)
        const { repository } = request.params
        const project =
          service === 'git-receive-pack'
            ? (await pushable(ctx, repository)).project
            : await asking(ctx, () => readable(ctx, repository))
        const dir = project === null ? null : await ensureRepository(ctx, project)
        const refs = await advertiseRefs(dir, service, protocolOf(request))
        return answer(reply, `application/x-${service}-advertisement`).send(refs)
      },
    )
    git.all('/:repository/info/lfs/*', async (_request, reply) =>
      reply
        .code(501)
        .type('application/vnd.git-lfs+json')
        .send(JSON.stringify({ message: messages.noLfs })),
    )
    git.post<{ Params: { repository: string } }>(
      '/:repository/git-upload-pack',
      { bodyLimit: Number.MAX_SAFE_INTEGER },
      async (request, reply) => {
        const ctx = await contextOf(parts, request, 'git-upload-pack')
        const project = await asking(ctx, () => readable(ctx, request.params.repository))
        const dir = await ensureRepository(ctx, project)
        const result = await uploadPack(dir, {
          protocol: protocolOf(request),
          body: bodyOf(request),
          contentEncoding: request.headers['content-encoding'],
          signal: gone(reply),
        })
        whileReadable(result, project.id, () => contextOf(parts, request, 'git-upload-pack'))
        return answer(reply, 'application/x-git-upload-pack-result').send(result)
      },
    )
    // `git archive --remote`, of clients from Git 2.44 on.
    git.post<{ Params: { repository: string } }>('/:repository/git-upload-archive', async (request, reply) => {
      const ctx = await contextOf(parts, request, 'git-upload-pack')
      const project = await asking(ctx, () => readable(ctx, request.params.repository))
      const dir = await ensureRepository(ctx, project)
      const body = decodedBody(bodyOf(request), request.headers['content-encoding'])
      const result = await uploadArchiveTalk(dir, { body, signal: gone(reply) })
      whileReadable(result, project.id, () => contextOf(parts, request, 'git-upload-pack'))
      return answer(reply, 'application/x-git-upload-archive-result').send(result)
    })
    git.post<{ Params: { repository: string } }>(
      '/:repository/git-receive-pack',
      { bodyLimit: Number.MAX_SAFE_INTEGER },
      async (request, reply) => {
        const ctx = await contextOf(parts, request, 'git-receive-pack')
        const target = await pushable(ctx, request.params.repository)
        const result = await receivePush(ctx, target, {
          pusherNow: () => contextOf(parts, request, 'git-receive-pack'),
          protocol: protocolOf(request),
          body: bodyOf(request),
          contentEncoding: request.headers['content-encoding'],
          signal: gone(reply),
        })
        return answer(reply, 'application/x-git-receive-pack-result').send(result)
      },
    )
  })
}

/** A visitor who may not know of a project is asked who they are; git then tries again with credentials. */
async function asking<T>(ctx: Context, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const isNobody = ctx.actor.kind === 'anonymous' && ctx.deployToken === null
    if (error instanceof NotFound && isNobody) throw new Unauthenticated()
    throw error
  }
}

async function contextOf(parts: GitParts, request: FastifyRequest, service: Service): Promise<Context> {
  const ctx = await identified(parts, request, service)
  nameRequester(ownerOf(ctx))
  return ctx
}

async function identified(parts: GitParts, request: FastifyRequest, service: Service): Promise<Context> {
  const { db, services } = parts
  const base = { db, services, requestId: request.id, ip: request.ip, userAgent: request.headers['user-agent'] ?? null }
  const credentials = basicOf(request)
  if (credentials === null) return createContext({ ...base, actor: anonymous })
  if (isDeployToken(credentials)) {
    const deployToken = await deployTokenAccess(db, credentials)
    if (service === 'git-receive-pack') throw new Forbidden(messages.deployTokenReads)
    return createContext({ ...base, actor: anonymous, deployToken })
  }
  const found = await identifyToken(db, credentials.password, { ip: request.ip })
  if (found.outcome === 'ok') {
    const needed =
      service === 'git-receive-pack' ? ['write_repository', 'api'] : ['read_repository', 'write_repository', 'api']
    // The error is not a 401, which would make git discard the stored password.
    if (!needed.some(scope => found.scopes.includes(scope))) throw new Forbidden(messages.tokenNeeds(needed[0] ?? ''))
    return createContext({ ...base, actor: found.actor, tokenId: found.tokenId })
  }
  const { personalAccessTokenPrefix, passwordAuthenticationEnabledForGit } = await siteNow(parts)
  if (looksLikeToken(credentials.password, personalAccessTokenPrefix)) throw new Unauthenticated('Invalid access token')
  if (!passwordAuthenticationEnabledForGit) throw new Unauthenticated(messages.noPasswords)
  const { actor, isDeactivated } = await checkPassword(db, services, {
    login: credentials.username,
    password: credentials.password,
    ip: request.ip,
  })
  if (isDeactivated) throw new Unauthenticated('Your account is deactivated. Sign in on the web to reactivate it')
  return createContext({ ...base, actor })
}

const protocolOf = (request: FastifyRequest): string | undefined => {
  const header = request.headers['git-protocol']
  return typeof header === 'string' ? header : undefined
}

// The parser of this door hands the payload on as the stream it is.
const bodyOf = (request: FastifyRequest): Readable =>
  request.body instanceof Readable ? request.body : Readable.from([], { objectMode: false })

function gone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('The client left'))
  })
  return controller.signal
}

const answer = (reply: FastifyReply, type: string): FastifyReply =>
  reply.type(type).header('cache-control', 'no-cache, max-age=0, must-revalidate')

function sayFailure(
  { services }: GitParts,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // git follows the redirect, and uses the new address for later requests.
  if (error instanceof Moved && request.method === 'GET') {
    const query = request.originalUrl.slice(request.originalUrl.indexOf('?'))
    return reply.redirect(`${services.settings.externalUrl}/${error.fullPath}.git/info/refs${query}`, 301)
  }
  const failure = failureReply(error)
  if (failure === null) {
    request.log.error({ err: error }, 'a Git request failed')
    return reply.code(500).type('text/plain').send(`Something went wrong (request ${request.id}).\n`)
  }
  if (failure.status === 401) reply.header('www-authenticate', 'Basic realm="Weft"')
  const message = (error instanceof Forbidden ? error.reason : null) ?? (error instanceof Error ? error.message : '')
  return reply.code(failure.status).headers(failure.headers).type('text/plain').send(`${message}\n`)
}
