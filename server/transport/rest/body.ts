import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Malformed, TooLarge } from '#server/errors.ts'
import { TemporaryFile } from '#server/platform/files/temporary-file.ts'
import { lane } from '#server/platform/limits/lane.ts'
import { JsonListReader } from '#server/platform/text/json-list.ts'
import { LongText } from '#server/platform/text/long-text.ts'
import { parseParameters } from '#server/platform/text/parameters.ts'
import type { LongList } from '#server/slice.ts'
import type { BodyAnswer, BodyQuestion } from './body-worker.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly longList?: LongList
    /** The whole body is one file. */
    readonly isBodyFile?: boolean
    /** Called before a long body is read, for a caller by another key than a person's; throws to refuse it. */
    readonly admitLong?: (request: FastifyRequest) => Promise<unknown>
  }
}

type BodyKind = BodyQuestion['kind']

/**
 * The size up to which a body is parsed here, which blocks the event loop for some milliseconds; longer ones go to a
 * thread.
 */
const inlineBytes = 384 * 1024
const threads = lane({ what: 'Large request bodies', atOnce: 2, waiting: 40, waitMs: 60_000 })
/** A text of 300 MB and the values parsed from it fit; larger ones are refused. */
const heapLimitMb = 2_048

/** JSON, and the names that documents of two formats have. */
const jsonTypes = ['application/json', 'application/sarif+json', 'application/vnd.cyclonedx+json']

/**
 * Parse JSON and form bodies up to the limit of their route; long ones in a thread.
 *
 * @param admitLong  called before a long body is read; throws to refuse it
 */
export function readBodies(
  app: FastifyInstance,
  usualLimitBytes: number,
  admitLong: (request: FastifyRequest) => Promise<unknown>,
): void {
  const limitOf = (request: FastifyRequest) => request.routeOptions.bodyLimit ?? usualLimitBytes
  const parser = (kind: BodyKind) => (request: FastifyRequest, payload: IncomingMessage) => {
    const limitBytes = limitOf(request)
    const { longList, isBodyFile } = request.routeOptions.config
    if (kind === 'json' && isBodyFile === true) return storeBody(payload, limitBytes, () => admitLong(request))
    if (kind === 'json' && longList !== undefined) return readList(payload, longList, limitBytes)
    // Only operations with a limit of their own accept a text in bytes.
    const question = { kind, longTexts: limitBytes > usualLimitBytes }
    return readBody(payload, question, limitBytes, () => admitLong(request))
  }
  app.addContentTypeParser(jsonTypes, parser('json'))
  app.addContentTypeParser('application/x-www-form-urlencoded', parser('form'))
}

/**
 * @throws TooLarge  over the limit
 * @throws Malformed  it cannot be read
 */
async function readBody(
  payload: IncomingMessage,
  question: BodyQuestion,
  limitBytes: number,
  admitLong: () => Promise<unknown>,
): Promise<unknown> {
  const body = reading(payload, limitBytes)
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for (;;) {
    const chunk = await body.next()
    if (chunk === null) return parse(Buffer.concat(chunks).toString('utf8'), question.kind)
    chunks.push(chunk)
    sizeBytes += chunk.length
    if (sizeBytes <= inlineBytes) continue
    await admitLong().catch((refused: unknown) => {
      // Discard the rest, so that the client gets to read the response.
      payload.resume()
      throw refused
    })
    return await parseInThread(chunks, body, question)
  }
}

/**
 * Receive a body into a temporary file, which `disposeBody` removes.
 *
 * @param admit  called before the first byte is stored; throws to refuse it
 */
async function storeBody(
  payload: IncomingMessage,
  limitBytes: number,
  admit: () => Promise<unknown>,
): Promise<unknown> {
  const body = reading(payload, limitBytes)
  await admit().catch((refused: unknown) => {
    // Discard the rest, so that the client gets to read the response.
    payload.resume()
    throw refused
  })
  const folder = await mkdtemp(join(tmpdir(), 'weft-body-'))
  const path = join(folder, 'body')
  const file = createWriteStream(path)
  try {
    let sizeBytes = 0
    for (let chunk = await body.next(); chunk !== null; chunk = await body.next()) {
      sizeBytes += chunk.length
      if (!file.write(chunk)) await once(file, 'drain')
    }
    file.end()
    await finished(file)
    return new TemporaryFile('body', 'application/json', path, sizeBytes)
  } catch (error) {
    file.destroy()
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** Remove the file of a body. */
export const disposeBody = (file: TemporaryFile): Promise<void> =>
  rm(dirname(file.path), { recursive: true, force: true })

/** Read an object of which only the beginning of a list is kept, so that no caller makes the server keep much. */
async function readList(
  payload: IncomingMessage,
  { leftOut, ...limits }: LongList,
  limitBytes: number,
): Promise<unknown> {
  const body = reading(payload, limitBytes)
  const list = new JsonListReader(limits)
  for (let chunk = await body.next(); chunk !== null; chunk = await body.next()) if (!list.push(chunk)) body.refuse()
  const kept = list.end()
  const value = parse(kept.text, 'json')
  if (kept.leftOut === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const before = Number(new Map(Object.entries(value)).get(leftOut))
  return { ...value, [leftOut]: (Number.isSafeInteger(before) ? before : 0) + kept.leftOut }
}

interface Body {
  /** @returns null at the end */
  next(): Promise<Buffer | null>
  /** @throws TooLarge */
  refuse(): never
}

function reading(payload: IncomingMessage, limitBytes: number): Body {
  const chunks = payload[Symbol.asyncIterator]()
  let left = limitBytes
  const refuse = (): never => {
    // Discard the rest, so that the client gets to read the response.
    payload.resume()
    throw new TooLarge()
  }
  return {
    refuse,
    next: async () => {
      if (Number(payload.headers?.['content-length'] ?? 0) > limitBytes) refuse()
      const { value, done } = await chunks.next().catch((cause: unknown) => {
        throw new Malformed('The body ended unexpectedly', { cause })
      })
      if (done === true) return null
      left -= value.length
      return left < 0 ? refuse() : value
    },
  }
}

async function parseInThread(begun: readonly Buffer[], body: Body, question: BodyQuestion): Promise<unknown> {
  const leave = await threads.enter()
  const worker = new Worker(new URL('./body-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapLimitMb },
  })
  try {
    const answered = once(worker, 'message')
    // The failure of a worker that ends while the body still arrives is handled afterwards.
    answered.catch(() => undefined)
    for (const chunk of begun) worker.postMessage(chunk)
    for (let chunk = await body.next(); chunk !== null; chunk = await body.next()) worker.postMessage(chunk)
    worker.postMessage(question)
    // The worker sends nothing else.
    const [answer] = (await answered.catch(refuseGreedy)) as [BodyAnswer]
    if (!answer.ok) throw answer.sentence === undefined ? broken() : new Malformed(answer.sentence)
    return question.longTexts ? revived(answer.value) : answer.value
  } finally {
    leave()
    void worker.terminate()
  }
}

function refuseGreedy(cause: unknown): never {
  if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY')
    throw new TooLarge('The request body is too large', { cause })
  throw cause
}

function parse(text: string, kind: BodyKind): unknown {
  if (kind === 'form') return parseParameters(text)
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw broken(cause)
  }
}

const broken = (cause?: unknown) => new Malformed('The body is not valid JSON', { cause })

/**
 * Marks of long texts become values that decoders know. A body cannot make one by itself: it is JSON, and bytes are
 * none.
 */
function revived(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revived)
  if (typeof value !== 'object' || value === null) return value
  if ('longText' in value && isLongText(value.longText)) return new LongText(value.longText)
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, revived(each)]))
}

const isLongText = (given: unknown): given is LongText =>
  typeof given === 'object' && given !== null && 'bytes' in given && given.bytes instanceof Uint8Array
