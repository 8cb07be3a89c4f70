import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasRole } from '#server/access/levels.ts'
import { load } from '#server/access/load.ts'
import { messages } from '#server/code/repository/messages.ts'
import { checkCreateByPush, createByPush } from '#server/code/repository/push/create-by-push.ts'
import { markPush, type PushMark, recordLostPushes } from '#server/code/repository/push/lost-pushes.ts'
import { judgePush, recordPush } from '#server/code/repository/push/push.ts'
import { anonymous, type Context, createContext } from '#server/context.ts'
import { Forbidden, Moved, NotFound, Unauthenticated } from '#server/errors.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { checkPassword } from '#server/foundation/passwords/check-password.ts'
import { ensureRepository } from '#server/foundation/projects/repository.ts'
import { tokenPrefix } from '#server/foundation/settings/token-prefix.ts'
import { identifyToken } from '#server/foundation/tokens/identify.ts'
import { advertiseRefs, isService, type Service } from '#server/platform/git/transport/advertise.ts'
import { receivePack } from '#server/platform/git/transport/receive-pack.ts'
import { uploadPack } from '#server/platform/git/transport/upload-pack.ts'
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
        const { project } =
          service === 'git-receive-pack'
            ? await pushable(ctx, request.params.repository)
            : await readable(ctx, request.params.repository)
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
        const { project } = await readable(ctx, request.params.repository)
        const dir = await ensureRepository(ctx, project)
        const result = await uploadPack(dir, {
          protocol: protocolOf(request),
          body: bodyOf(request),
          contentEncoding: request.headers['content-encoding'],
          signal: gone(reply),
        })
        return answer(reply, 'application/x-git-upload-pack-result').send(result)
      },
    )
    git.post<{ Params: { repository: string } }>(
      '/:repository/git-receive-pack',
      { bodyLimit: Number.MAX_SAFE_INTEGER },
      async (request, reply) => {
        const ctx = await contextOf(parts, request, 'git-receive-pack')
        const target = await pushable(ctx, request.params.repository)
        let pushed: { readonly project: Pushable; readonly mark: PushMark | null } | null = null
        const result = await receivePack({
          protocol: protocolOf(request),
          body: bodyOf(request),
          contentEncoding: request.headers['content-encoding'],
          signal: gone(reply),
          before: async updates => {
            const { project, dir, notices } = await openForPush(ctx, target)
            const verdict = await judgePush(ctx, project, updates)
            const passing = updates.filter(({ ref }) => !verdict.refuse?.has(ref))
            const mark =
              ctx.actor.kind === 'user' && passing.length > 0
                ? await markPush(ctx, project.id, ctx.actor.id, passing)
                : null
            pushed = { project, mark }
            return { repo: dir, notices, ...verdict }
          },
          after: async updates => {
            if (pushed === null) return []
            const { project, mark } = pushed
            const sentences = await recordPush({ ...ctx, now: new Date().toISOString() }, project, updates)
            await mark?.clear()
            return sentences
          },
        })
        // Nothing moved: `after` was not called. A push that fails later keeps its mark, which the next one looks at.
        result.once('end', () => void pushed?.mark?.clear().catch(() => undefined))
        return answer(reply, 'application/x-git-receive-pack-result').send(result)
      },
    )
  })
}

const pathOf = (repository: string): string => repository.replace(/\.git$/, '')

async function readable(ctx: Context, repository: string) {
  const namespace = pathOf(repository)
  const project = await asking(ctx, () =>
    load(ctx, 'project:read-code', projectByPath, { namespace }).catch(explaining(ctx, namespace, 'fetch')),
  )
  return { project }
}

const toPushTo = (ctx: Context, namespace: string) =>
  load(ctx, 'project:push-code', projectByPath, { namespace }).catch(explaining(ctx, namespace, 'push'))

type Pushable = Awaited<ReturnType<typeof toPushTo>>

/** The target of a push, or a path where the push creates a project. git sends two requests before the pack. */
interface PushTarget {
  readonly namespace: string
  readonly project: Pushable | null
}

async function pushable(ctx: Context, repository: string): Promise<PushTarget> {
  if (ctx.actor.kind === 'anonymous') throw new Unauthenticated()
  const namespace = pathOf(repository)
  const project = await toPushTo(ctx, namespace).catch(async (error: unknown) => {
    if (!(error instanceof NotFound)) throw error
    await checkCreateByPush(ctx, namespace)
    return null
  })
  return { namespace, project }
}

async function openForPush(ctx: Context, { namespace, project: found }: PushTarget) {
  const notices = found === null ? [await createByPush(ctx, namespace)] : []
  const project = found ?? (await toPushTo(ctx, namespace))
  const dir = await ensureRepository(ctx, project)
  await recordLostPushes(ctx, project)
  return { project, dir, notices }
}

/**
 * Add the reason to a refusal, which git displays; only for users who can see the project. A disabled repository is hidden from
 * everyone, so members learn of it here instead of being told that they cannot create a project at its path.
 */
function explaining(ctx: Context, namespace: string, asked: 'fetch' | 'push') {
  return async (error: unknown): Promise<never> => {
    const isHidden = error instanceof NotFound
    if (!isHidden && !(error instanceof Forbidden)) throw error
    const { facts } = await load(ctx, 'project:read', projectByPath, { namespace })
    const isMember = hasRole(ctx.actor, facts, 'guest')
    if (facts.repository === 'disabled' && isMember) throw new Forbidden(messages.codeOff, { cause: error })
    if (isHidden) throw error
    if (asked === 'fetch') throw new Forbidden(messages.readNeedsRole, { cause: error })
    if (facts.pendingDeletion) throw new Forbidden(messages.pendingDeletion, { cause: error })
    throw new Forbidden(facts.archived ? messages.archived : messages.pushNeedsRole, { cause: error })
  }
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
  const { db, services } = parts
  const base = { db, services, requestId: request.id, ip: request.ip, userAgent: request.headers['user-agent'] ?? null }
  const credentials = basicOf(request)
  if (credentials === null) return createContext({ ...base, actor: anonymous })
  if (isDeployToken(credentials)) {
    const deployToken = await deployTokenAccess(db, credentials)
    if (service === 'git-receive-pack') throw new Forbidden(messages.deployTokenReads)
    return createContext({ ...base, actor: anonymous, deployToken })
  }
  const identified = await identifyToken(db, credentials.password, { ip: request.ip })
  if (identified.outcome === 'ok') {
    const needed =
      service === 'git-receive-pack' ? ['write_repository', 'api'] : ['read_repository', 'write_repository', 'api']
    // Not a 401, which would make git discard the stored password.
    if (!needed.some(scope => identified.scopes.includes(scope)))
      throw new Forbidden(messages.tokenNeeds(needed[0] ?? ''))
    return createContext({ ...base, actor: identified.actor, tokenId: identified.tokenId })
  }
  if (credentials.password.startsWith(tokenPrefix)) throw new Unauthenticated('Invalid access token')
  const { actor, isDeactivated } = await checkPassword(db, services.settings, {
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
  // git follows, and stays with the new address for what comes next.
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
