import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Malformed, NotFound, RateLimited, TooLarge, Unavailable } from '#server/errors.ts'
import { refuseInMaintenance } from '#server/foundation/settings/maintenance.ts'
import { isRecord } from '#server/monitor/error-tracking/event-text.ts'
import { messages } from '#server/monitor/error-tracking/messages.ts'
import { collectorPath } from '#server/monitor/error-tracking/paths.ts'
import { projectOfKey } from '#server/monitor/error-tracking/project-of-key.ts'
import { refuseTooMany } from '#server/monitor/error-tracking/rate.ts'
import {
  type BodyReader,
  EnvelopeReader,
  type ReceivedEvents,
  StoredEventReader,
} from '#server/monitor/error-tracking/read-envelope.ts'
import { type ErrorEvent, readEvent } from '#server/monitor/error-tracking/read-event.ts'
import { storeEvent } from '#server/monitor/error-tracking/store-events.ts'
import { type LaneShare, lane } from '#server/platform/limits/lane.ts'
import { networkAsOwner, Requesters } from '#server/platform/limits/requester.ts'
import { Throttle } from '#server/transport/rest/throttle.ts'
import type { DoorParts } from '#server/transport/session/authenticate.ts'
import { RequestBody } from './request-body.ts'

/** Bodies that are read at once: together they take a small part of the memory. */
const bodies = lane({ what: 'Error events', atOnce: 16, waiting: 400, waitMs: 20_000 })
/** Client keys are public: neither who has one nor one network keeps the others of a project out, nor one project all others. */
const shares = {
  network: { most: 4, mostWaiting: 50 },
  key: { most: 6, mostWaiting: 75 },
  project: { most: 8, mostWaiting: 100 },
}
/** The time for one body to arrive. */
const usualBodyMs = 10_000
/** The time after which clients may try again, where too many of them wait. */
const retryAfterSeconds = 10
/** Between the clocks of client and server: less is the way that the request takes. */
const leastDriftMs = 10_000

type Parts = Pick<DoorParts, 'db' | 'services'>
type Request = FastifyRequest<{ Params: { readonly projectId: string } }>

/**
 * The address of the SDKs of Sentry: `store` takes an event, `envelope` several things at once. The client key in the request
 * names the project; neither a session nor a token counts.
 *
 * @source rest.md 13.2
 */
export function openErrorEventsDoor(app: FastifyInstance, parts: Parts, bodyMs = usualBodyMs): void {
  const throttle = new Throttle(parts)
  app.register(async door => {
    door.removeAllContentTypeParsers()
    // No byte of the body is read before the key is known, but for the first line of an envelope which has the key.
    door.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    for (const [name, Reader] of [
      ['store', StoredEventReader],
      ['envelope', EnvelopeReader],
    ] as const)
      door.post(`${collectorPath}/api/:projectId/${name}`, async (request: Request, reply) => {
        reply.headers(await throttle.count({ address: request.ip }))
        await refuseInMaintenance(parts)
        await take(parts, request, { reader: new Reader(), bodyMs }).catch(error => refuse(reply, error))
        return reply.code(200).send('')
      })
  })
}

/** Clients that are refused for a time send nothing in that time. @source develop.sentry.dev/sdk/expected-features/rate-limiting */
function refuse(reply: FastifyReply, error: unknown): never {
  if (error instanceof RateLimited) reply.header('x-sentry-rate-limits', `${error.retryAfterSeconds}::key`)
  throw error
}

interface Reading {
  readonly reader: BodyReader
  readonly bodyMs: number
}

async function take({ db, services }: Parts, request: Request, { reader, bodyMs }: Reading): Promise<void> {
  const receivedMs = Date.now()
  const body = bodyOf(request)
  try {
    const key = keyOf(request) ?? (await keyInBody(body, reader, bodyMs))
    if (key === null) throw new Malformed(messages.unreadable)
    const projectId = await projectOfKey(db, Number(request.params.projectId), key)
    if (projectId === null) throw new NotFound('Project')
    const leave = await enter(request, { key, projectId })
    try {
      const ending = await body.readInto(reader, bodyMs)
      const received = reader.end()
      if (ending === 'late' && received.events.length === 0) body.abort()
      const events = eventsOf(received, receivedMs, ending === 'broken' || ending === 'late')
      if (services.settings.rateLimits) refuseTooMany(key, events.length, receivedMs)
      await Promise.all(events.map(event => storeEvent(db, services, projectId, event)))
    } finally {
      leave()
    }
  } finally {
    body.discard()
  }
}

function bodyOf({ raw }: Request): RequestBody {
  try {
    return new RequestBody(raw)
  } catch (error) {
    raw.resume()
    throw error
  }
}

/**
 * Wait for a place to read a body.
 *
 * @throws RateLimited  too many wait · @throws Malformed  the client has gone
 */
async function enter(
  { raw, ip }: Request,
  { key, projectId }: { readonly key: string; readonly projectId: number },
): Promise<() => void> {
  const gone = new AbortController()
  const stop = () => gone.abort(new Malformed(messages.unreadable))
  raw.socket.once('close', stop)
  try {
    return await bodies.enter(
      gone.signal,
      shareOf('network', networkAsOwner(ip)),
      shareOf('key', key),
      shareOf('project', String(projectId)),
    )
  } catch (error) {
    // Clients send on after another failure.
    throw error instanceof Unavailable ? new RateLimited(error.message, retryAfterSeconds, { cause: error }) : error
  } finally {
    raw.socket.off('close', stop)
  }
}

const shareOf = (kind: keyof typeof shares, owner: string): LaneShare => ({
  ...shares[kind],
  kind,
  of: new Requesters([owner]),
})

/**
 * The events of a body. Those that can be read count, whatever else is in it.
 *
 * @throws TooLarge · @throws Malformed  there is none, and something that cannot be used
 */
function eventsOf(received: ReceivedEvents, receivedMs: number, isCutOff: boolean): readonly ErrorEvent[] {
  const driftMs = driftOf(received.sentAt, receivedMs)
  const events = received.events.flatMap(each => readEvent(each, receivedMs, driftMs) ?? [])
  if (events.length > 0) return events
  if (received.isTooLarge) throw new TooLarge()
  if (received.isBroken || isCutOff) throw new Malformed(messages.unreadable)
  if (received.events.length > 0 || received.items === 0) throw new Malformed(messages.unsupported)
  return events
}

/** The time by which the clock of the client is slow. */
function driftOf(sentAt: string | null, receivedMs: number): number {
  const driftMs = receivedMs - Date.parse(sentAt ?? '')
  return Math.abs(driftMs) >= leastDriftMs ? driftMs : 0
}

/** @returns null where the request names no key that can be read */
function keyOf({ query, headers }: Request): string | null {
  const { sentry_key: asked } = query as Readonly<Record<string, unknown>>
  const header = headers['x-sentry-auth']
  const named = typeof header === 'string' ? /\bsentry_key=([^,\s]+)/.exec(header)?.[1] : undefined
  return validKey(typeof asked === 'string' ? asked : named)
}

/** The key in the DSN of an envelope, as it comes through a tunnel: such requests have no other. */
async function keyInBody(body: RequestBody, reader: BodyReader, bodyMs: number): Promise<string | null> {
  if (!(reader instanceof EnvelopeReader)) return null
  const ending = await body.readInto(reader, bodyMs, () => reader.header !== null)
  if (ending === 'late') body.abort()
  const dsn = isRecord(reader.header) ? reader.header.dsn : undefined
  return typeof dsn === 'string' && URL.canParse(dsn) ? validKey(new URL(dsn).username) : null
}

const validKey = (key: string | undefined): string | null => (key !== undefined && /^\w{1,100}$/.test(key) ? key : null)
