import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Malformed, NotFound, TooLarge } from '#server/errors.ts'
import { messages } from '#server/monitor/error-tracking/messages.ts'
import { collectorPath } from '#server/monitor/error-tracking/paths.ts'
import { projectOfKey } from '#server/monitor/error-tracking/project-of-key.ts'
import { refuseTooMany } from '#server/monitor/error-tracking/rate.ts'
import { parseJson, readEnvelope } from '#server/monitor/error-tracking/read-envelope.ts'
import { readEvent } from '#server/monitor/error-tracking/read-event.ts'
import { storeEvent } from '#server/monitor/error-tracking/store-events.ts'
import { type LaneShare, lane } from '#server/platform/limits/lane.ts'
import { networkAsOwner, Requesters } from '#server/platform/limits/requester.ts'
import { Throttle } from '#server/transport/rest/throttle.ts'
import type { DoorParts } from '#server/transport/session/authenticate.ts'

/** Of a body, as it comes and unpacked. @source rest.md 13.2 */
const limitBytes = 1024 * 1024
/** Bodies that are read at once: together they take a small part of the memory. */
const bodies = lane({ what: 'Error events', atOnce: 16, waiting: 400, waitMs: 20_000 })
/** Client keys are public: neither who has one nor one network keeps the others of a project out, nor one project all others. */
const shares = {
  network: { most: 4, mostWaiting: 50 },
  key: { most: 6, mostWaiting: 75 },
  project: { most: 8, mostWaiting: 100 },
}
/** For one body to come. */
const usualBodyMs = 10_000

type Parts = Pick<DoorParts, 'db' | 'services'>
type Request = FastifyRequest<{ Params: { readonly projectId: string } }>
/** @returns the events in a body; null where it cannot be read */
type Read = (body: Buffer) => readonly unknown[] | null

/**
 * The address of the SDKs of Sentry: `store` takes an event, `envelope` several things at once. The client key in the request
 * names the project; neither a session nor a token counts.
 *
 * @source rest.md 13.2
 */
export function openErrorEventsDoor(app: FastifyInstance, parts: Parts, bodyMs = usualBodyMs): void {
  const throttle = parts.services.settings.rateLimits ? new Throttle() : null
  app.register(async door => {
    door.removeAllContentTypeParsers()
    // No byte of the body is read before the key is known.
    door.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    for (const [name, read] of [
      ['store', readStored],
      ['envelope', readEnveloped],
    ] as const)
      door.post(`${collectorPath}/api/:projectId/${name}`, async (request: Request, reply) => {
        reply.headers(throttle?.count({ address: request.ip }) ?? {})
        await take(parts, request, { read, bodyMs })
        return reply.code(200).send('')
      })
  })
}

const readStored: Read = body => {
  const event = parseJson(body.toString('utf8'))
  return event === undefined ? null : [event]
}

const readEnveloped: Read = body => {
  const envelope = readEnvelope(body)
  if (envelope?.events.length === 0 && !envelope.hasDropped) throw new Malformed(messages.unsupported)
  return envelope?.events ?? null
}

interface Reading {
  readonly read: Read
  readonly bodyMs: number
}

async function take({ db, services }: Parts, request: Request, { read, bodyMs }: Reading): Promise<void> {
  const key = keyOf(request)
  if (key === null) return refuse(request, new Malformed(messages.unreadable))
  const projectId = await projectOfKey(db, Number(request.params.projectId), key)
  if (projectId === null) return refuse(request, new NotFound('Project'))
  const gone = new AbortController()
  const stop = () => gone.abort(new Malformed(messages.unreadable))
  request.raw.socket.once('close', stop)
  const leave = await bodies
    .enter(
      gone.signal,
      shareOf('network', networkAsOwner(request.ip)),
      shareOf('key', key),
      shareOf('project', String(projectId)),
    )
    .finally(() => request.raw.socket.off('close', stop))
  try {
    const given = read(await bodyOf(request, bodyMs))
    if (given === null) throw new Malformed(messages.unreadable)
    const nowMs = Date.now()
    const events = given.map(each => {
      const event = readEvent(each, nowMs)
      if (event === null) throw new Malformed(messages.unsupported)
      return event
    })
    if (services.settings.rateLimits) refuseTooMany(key, events.length, nowMs)
    await Promise.all(events.map(event => storeEvent(db, services, projectId, event)))
  } finally {
    leave()
  }
}

const shareOf = (kind: keyof typeof shares, owner: string): LaneShare => ({
  ...shares[kind],
  kind,
  of: new Requesters([owner]),
})

/** Discard the body, so that the client gets to read the response. */
function refuse({ raw }: Request, error: Error): never {
  raw.resume()
  throw error
}

/** @returns null where the request names no key that can be read */
function keyOf({ query, headers }: Request): string | null {
  const { sentry_key: asked } = query as Readonly<Record<string, unknown>>
  const header = headers['x-sentry-auth']
  const named = typeof header === 'string' ? /\bsentry_key=([^,\s]+)/.exec(header)?.[1] : undefined
  const key = typeof asked === 'string' ? asked : named
  return key !== undefined && /^\w{1,100}$/.test(key) ? key : null
}

// In threads of the runtime, and no further than the limit.
const limited = { maxOutputLength: limitBytes }
const [ungzip, uninflate, unbrotli] = [promisify(gunzip), promisify(inflate), promisify(brotliDecompress)]
const unpackers: ReadonlyMap<string, (packed: Buffer) => Promise<Buffer>> = new Map([
  ['gzip', packed => ungzip(packed, limited)],
  ['deflate', packed => uninflate(packed, limited)],
  ['br', packed => unbrotli(packed, limited)],
  ['identity', async packed => packed],
])

/** @throws TooLarge  over the limit, also when it is unpacked · @throws Malformed  it cannot be unpacked, or is late */
async function bodyOf(request: Request, bodyMs: number): Promise<Buffer> {
  const unpack = unpackers.get(request.headers['content-encoding']?.trim().toLowerCase() || 'identity')
  if (unpack === undefined) return refuse(request, new Malformed(messages.unreadable))
  const packed = await packedBodyOf(request, bodyMs)
  try {
    return await unpack(packed)
  } catch (cause) {
    const isLong = cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE'
    throw isLong ? new TooLarge(undefined, { cause }) : new Malformed(messages.unreadable, { cause })
  }
}

async function packedBodyOf(request: Request, bodyMs: number): Promise<Buffer> {
  const { raw } = request
  if (Number(raw.headers['content-length'] ?? 0) > limitBytes) return refuse(request, new TooLarge())
  const chunks: Buffer[] = []
  let sizeBytes = 0
  const late = setTimeout(() => raw.destroy(new Error('the body is late')), bodyMs)
  try {
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      sizeBytes += chunk.length
      if (sizeBytes > limitBytes) break
      chunks.push(chunk)
    }
  } catch (cause) {
    throw new Malformed(messages.unreadable, { cause })
  } finally {
    clearTimeout(late)
  }
  if (sizeBytes > limitBytes) return refuse(request, new TooLarge())
  return Buffer.concat(chunks)
}
