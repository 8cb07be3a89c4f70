import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { flagTokenPrefix } from '#server/deploy/feature-flags/client-tokens.ts'
import { messages } from '#server/deploy/feature-flags/messages.ts'
import { etagOf, type FlagSheet } from '#server/deploy/feature-flags/serving/compile.ts'
import { evaluate, type FlagContext } from '#server/deploy/feature-flags/serving/evaluate.ts'
import { type FlagAccess, ServedFlags } from '#server/deploy/feature-flags/serving/served-flags.ts'
import { FlagUsage } from '#server/deploy/feature-flags/serving/usage.ts'
import { Forbidden, Malformed, Unauthenticated } from '#server/errors.ts'
import { isUnstorable } from '#server/platform/text/storable.ts'
import type { LiveHub } from '#server/transport/live/hub.ts'
import { Throttle } from '#server/transport/rest/throttle.ts'
import type { DoorParts } from '#server/transport/session/authenticate.ts'
import { answerPolls } from './quick.ts'
import { FlagStreams } from './streams.ts'

const bodyLimitBytes = 256 * 1024
const base = '/api/v4/feature_flags/unleash/:projectId'
const longestEnvironment = 255

type FlagDoorParts = Pick<DoorParts, 'db' | 'services'> & { readonly hub: LiveHub }
type Request = FastifyRequest<{ Params: { readonly projectId: string } }>
type Words = Readonly<Record<string, unknown>>

/** The token and environment of a request. */
interface Presented {
  readonly token: string
  readonly environment: string
}

/**
 * The addresses of Unleash's clients, also as GitLab has them: applications read their flags and report how they used
 * them. A client token in the request names the project; neither a session nor another token counts.
 *
 * @source rest.md 12.2; docs.getunleash.io, client and frontend API
 */
export function openFeatureFlagsDoor(app: FastifyInstance, { db, services, hub }: FlagDoorParts): void {
  const throttle = new Throttle({ db, services })
  const served = new ServedFlags()
  const usage = new FlagUsage(db, services.log)
  const streams = new FlagStreams(async (access, environment) =>
    (await served.access(db, access.token)) === null ? null : served.sheet(db, access.projectId, environment),
  )
  const stopListening = hub.subscribe(topics => {
    served.forget(topics)
    streams.onTopics(topics)
  })
  app.addHook('preClose', () => {
    stopListening()
    streams.close()
  })
  app.addHook('onClose', () => usage.store())

  /**
   * @throws Unauthenticated  a token that is none, or of another project · @throws Forbidden  a token for other addresses
   * @throws Malformed  the name of the environment is too long
   */
  async function accessOf(request: Request, isFrontend: boolean): Promise<FlagAccess & Presented> {
    const presented = presentedBy(request)
    const access = presented === null ? null : await served.access(db, presented.token)
    if (presented === null || access === null || String(access.projectId) !== request.params.projectId) {
      request.log.debug('a feature flag client without a token of the project')
      await throttle.count({ address: request.ip })
      throw new Unauthenticated()
    }
    if (presented.environment.length > longestEnvironment)
      throw new Malformed(`app_name is too long (maximum is ${longestEnvironment} characters)`)
    return admit(access, presented, isFrontend)
  }

  answerPolls(app, ({ headers }, projectId) => {
    const presented = presentedBy({ headers })
    const access = presented === null ? undefined : served.accessNow(presented.token)
    if (presented === null || access === undefined || String(access.projectId) !== projectId) return undefined
    // A refusal takes the usual way.
    if (access.kind === 'frontend') return undefined
    return served.sheetNow(access.projectId, access.environment ?? presented.environment)
  })

  const readFeatures = async (request: Request, reply: FastifyReply) => {
    const { tokenId, projectId, environment } = await accessOf(request, false)
    usage.use(tokenId)
    return sendSheet(request, reply, await served.sheet(db, projectId, environment))
  }

  const showToggles = async (request: Request, reply: FastifyReply) => {
    const { projectId, environment } = await accessOf(request, true)
    const flags = served.flagsIn(await served.sheet(db, projectId, environment))
    const context = contextOf(request, environment)
    const toggles = flags.flatMap(flag => {
      const { enabled, variant } = evaluate(flag, context)
      if (!enabled) return []
      const chosen = variant === null ? { name: 'disabled', enabled: false } : { ...variant, enabled: true }
      const { name, payload } = { payload: undefined, ...chosen }
      return [
        {
          ...{ name: flag.name, enabled: true, impressionData: false },
          variant: {
            name,
            ...(payload !== undefined && { payload }),
            enabled: chosen.enabled,
            feature_enabled: true,
            featureEnabled: true,
          },
        },
      ]
    })
    const body = JSON.stringify({ toggles })
    return sendTagged(request, reply, { body, etag: etagOf(body) })
  }

  const register = (isFrontend: boolean) => async (request: Request, reply: FastifyReply) => {
    const { tokenId, kind } = await accessOf(request, isFrontend)
    usage.use(tokenId)
    return reply.code(kind === 'instance' ? 200 : 202).send('')
  }

  const takeMetrics = (isFrontend: boolean) => async (request: Request, reply: FastifyReply) => {
    const { tokenId, projectId, environment, kind } = await accessOf(request, isFrontend)
    const { names } = await served.sheet(db, projectId, environment)
    const counts = countsIn(request.body)
    usage.use(tokenId)
    if (environment !== '')
      for (const name of names) {
        const count = Object.hasOwn(counts, name) ? counts[name] : undefined
        if (isRecord(count)) usage.count(projectId, environment, name, { yes: count.yes, no: count.no })
      }
    return reply.code(kind === 'instance' ? 200 : 202).send('')
  }

  app.register(async door => {
    door.removeAllContentTypeParsers()
    door.addContentTypeParser('*', { parseAs: 'string', bodyLimit: bodyLimitBytes }, (request, body, done) => {
      const text = String(body)
      try {
        done(
          null,
          text.trim() === '' ? {} : isForm(request) ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text),
        )
      } catch (error) {
        done(new Malformed(messages.unreadableMetrics, { cause: error }))
      }
    })
    door.get(`${base}/client/features`, readFeatures)
    door.get(`${base}/features`, readFeatures)
    door.get(base, async (request: Request, reply) => {
      await accessOf(request, false)
      return reply.send('')
    })
    door.post(`${base}/client/register`, register(false))
    door.post(`${base}/client/metrics`, takeMetrics(false))
    door.get(`${base}/client/streaming`, async (request: Request, reply) => {
      const access = await accessOf(request, false)
      streams.open(request, reply, access, await served.sheet(db, access.projectId, access.environment))
    })
    door.get(`${base}/frontend`, showToggles)
    door.post(`${base}/frontend`, showToggles)
    door.post(`${base}/frontend/client/register`, register(true))
    door.post(`${base}/frontend/client/metrics`, takeMetrics(true))
  })
}

const isForm = ({ headers }: FastifyRequest): boolean =>
  (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')

function sendSheet(request: FastifyRequest, reply: FastifyReply, { body, etag }: FlagSheet): FastifyReply {
  return sendTagged(request, reply, { body, etag })
}

function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: { readonly body: string | Buffer; readonly etag: string },
): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return reply.type('application/json').send(body)
}

/** @throws Forbidden  the token is for other addresses */
function admit(access: FlagAccess, { token, environment }: Presented, isFrontend: boolean): FlagAccess & Presented {
  if ((access.kind === 'frontend') !== isFrontend)
    throw new Forbidden(isFrontend ? 'Use a frontend token here' : 'A frontend token reads only the frontend API')
  return { ...access, token, environment: access.environment ?? environment }
}

/**
 * The token and environment that a request names. An `Authorization` header that holds no client token does not count:
 * proxies add others.
 */
function presentedBy({
  headers,
  query,
  body,
}: Pick<FastifyRequest, 'headers'> & { readonly query?: unknown; readonly body?: unknown }): Presented | null {
  const authorization = headers.authorization?.replace(/^bearer /i, '').trim() ?? ''
  if (authorization.startsWith(flagTokenPrefix))
    return { token: authorization, environment: nameIn(headers, query, body) }
  const token =
    textOf(headers['unleash-instanceid']) ?? textIn(query, 'instance_id') ?? textIn(body, 'instance_id') ?? ''
  return token.startsWith(flagTokenPrefix) && token.length < 200
    ? { token, environment: nameIn(headers, query, body) }
    : null
}

function nameIn(headers: FastifyRequest['headers'], query: unknown, body: unknown): string {
  const name =
    textOf(headers['unleash-appname']) ??
    textIn(query, 'app_name') ??
    textIn(body, 'app_name') ??
    textIn(body, 'appName') ??
    ''
  return isUnstorable(name) ? name.replaceAll('\u0000', '').toWellFormed() : name
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const textIn = (words: unknown, name: string): string | undefined =>
  isRecord(words) && Object.hasOwn(words, name) ? textOf(words[name]) : undefined

const isRecord = (value: unknown): value is Words =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The evaluations by flag in a report. @throws Malformed */
function countsIn(body: unknown): Words {
  const bucket = isRecord(body) ? body.bucket : undefined
  const toggles = isRecord(bucket) ? bucket.toggles : undefined
  if (!isRecord(toggles)) throw new Malformed(messages.unreadableMetrics)
  return toggles
}

const contextNames = ['userId', 'sessionId', 'remoteAddress', 'appName', 'currentTime'] as const

/** The context of a request of the frontend API: its fields in the query, or in a body under `context`. */
function contextOf({ query, body, ip }: FastifyRequest, environment: string): FlagContext {
  const words = isRecord(body) && isRecord(body.context) ? body.context : isRecord(query) ? query : {}
  const own = contextNames.flatMap(name => {
    const value = scalarOf(words[name])
    return value === undefined ? [] : [[name, value] as const]
  })
  const others = Object.entries(words).filter(([name]) => !reserved.has(name))
  const { properties } = words
  const entries = [...others, ...(isRecord(properties) ? Object.entries(properties) : [])]
  return {
    remoteAddress: ip,
    ...Object.fromEntries(own),
    environment,
    properties: Object.fromEntries(
      entries.flatMap(([name, value]) => {
        const text = scalarOf(value)
        return text === undefined ? [] : [[name, text]]
      }),
    ),
  }
}

const reserved: ReadonlySet<string> = new Set([...contextNames, 'environment', 'properties'])

const scalarOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
