import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { featureFlagsTopic, projectTopic } from '#contract/live-topics.ts'
import type { FlagSheet } from '#server/deploy/feature-flags/serving/compile.ts'
import { RateLimited } from '#server/errors.ts'

/** A client that follows the flags of an environment. */
interface Stream {
  readonly token: string
  readonly projectId: number
  readonly environment: string
  readonly response: ServerResponse
  etag: string
  /** The first event was sent. */
  isConnected: boolean
}

type StreamAccess = Pick<Stream, 'token' | 'projectId' | 'environment'>

/** Clients take a stream that is silent for a minute as broken. */
const pulseMs = 25_000
/** So much is copied for the sockets within a few milliseconds. */
const mostBytesAtOnce = 4 * 1024 * 1024
const mostStreams = 1_000
const mostOfToken = 200

/**
 * The open streams of flags: each client gets all flags when it connects and when they change.
 *
 * @source docs.getunleash.io, streaming: events `unleash-connected` and `unleash-updated`
 */
export class FlagStreams {
  readonly #open = new Set<Stream>()
  /** The flags that are to be sent: some of the streams above. */
  readonly #due = new Map<Stream, FlagSheet>()
  readonly #read: (access: StreamAccess, environment: string) => Promise<FlagSheet | null>
  readonly #pulse: NodeJS.Timeout

  /** @param read  the present flags; null when the token was revoked */
  constructor(read: (access: StreamAccess, environment: string) => Promise<FlagSheet | null>) {
    this.#read = read
    this.#pulse = setInterval(() => {
      for (const stream of this.#open) {
        stream.response.write(':\n\n')
        // Changes that no topic announces, such as that of a group above, and those that could not be read.
        this.#follow(stream)
      }
    }, pulseMs).unref()
  }

  /** @throws RateLimited  too many are open */
  open(
    request: FastifyRequest,
    reply: FastifyReply,
    { token, projectId, environment }: StreamAccess,
    sheet: FlagSheet,
  ): void {
    const ofToken = [...this.#open].filter(each => each.token === token).length
    if (this.#open.size >= mostStreams || ofToken >= mostOfToken)
      throw new RateLimited('Too many clients stream the feature flags. Let them poll instead.', 60)
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.hijack()
    const response = reply.raw
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    const stream: Stream = { token, projectId, environment, response, etag: sheet.etag, isConnected: false }
    this.#open.add(stream)
    request.raw.socket.once('close', () => {
      this.#open.delete(stream)
      this.#due.delete(stream)
    })
    this.#sendSoon(stream, sheet)
  }

  /** Send the flags of the projects that changed. */
  onTopics(topics: readonly string[]): void {
    const changed = new Set(topics)
    for (const stream of this.#open)
      if (
        changed.has('*') ||
        changed.has(featureFlagsTopic(stream.projectId)) ||
        changed.has(projectTopic(stream.projectId))
      )
        this.#follow(stream)
  }

  #follow(stream: Stream): void {
    this.#update(stream).catch(() => stream.response.end())
  }

  async #update(stream: Stream): Promise<void> {
    const sheet = await this.#read(stream, stream.environment)
    if (sheet === null) return void stream.response.end()
    if (sheet.etag === stream.etag || !this.#open.has(stream)) return
    stream.etag = sheet.etag
    this.#sendSoon(stream, sheet)
  }

  #sendSoon(stream: Stream, sheet: FlagSheet): void {
    if (this.#due.size === 0) setImmediate(() => this.#sendDue())
    this.#due.set(stream, sheet)
  }

  /** Send what is due, so much at a time that other requests are answered in between. */
  #sendDue(): void {
    let bytes = 0
    for (const [stream, sheet] of this.#due) {
      this.#due.delete(stream)
      // A client that does not read is let go, and connects again.
      if (!send(stream.response, stream.isConnected ? 'unleash-updated' : 'unleash-connected', sheet))
        stream.response.destroy()
      stream.isConnected = true
      bytes += sheet.body.length
      if (bytes > mostBytesAtOnce) break
    }
    if (this.#due.size > 0) setImmediate(() => this.#sendDue())
  }

  close(): void {
    clearInterval(this.#pulse)
    for (const { response } of this.#open) response.end()
  }
}

/** The most that waits for a client that does not read. */
const mostWaitingBytes = 4 * 1024 * 1024
let lastEventId = 0

/** The event of each kind with the flags of a sheet: all streams wait for the same bytes. */
const written = new WeakMap<FlagSheet, Partial<Record<StreamEvent, Buffer>>>()
type StreamEvent = 'unleash-connected' | 'unleash-updated'

function eventOf(event: StreamEvent, sheet: FlagSheet): Buffer {
  const known = written.get(sheet)
  const former = known?.[event]
  if (former !== undefined) return former
  const features = sheet.body.subarray(sheet.body.indexOf('['), -1)
  lastEventId += 1
  const made = Buffer.from(
    `event: ${event}\nid: ${lastEventId}\ndata: {"events":[{"eventId":${lastEventId},"type":"hydration","features":${features},"segments":[]}]}\n\n`,
  )
  written.set(sheet, { ...known, [event]: made })
  return made
}

/** @returns whether the client keeps up */
function send(response: ServerResponse, event: StreamEvent, sheet: FlagSheet): boolean {
  response.write(eventOf(event, sheet))
  return response.writableLength < mostWaitingBytes
}
