import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { Unavailable } from '#server/errors.ts'
import type { S3Place } from '#server/settings.ts'
import {
  type FileSource,
  hashing,
  isPath,
  isStorageKey,
  type KeptFile,
  type OpenedFile,
  type Part,
  storageKey,
} from './storage-key.ts'

/** The store answered with a refusal. */
export class S3Refusal extends Unavailable {
  readonly status: number
  /** The code of S3: NoSuchKey, AccessDenied, SignatureDoesNotMatch. */
  readonly code: string

  constructor(status: number, code: string) {
    super(`The file storage returned ${code === '' ? status : `${code} (${status})`}`)
    this.status = status
    this.code = code
  }
}

/** The content is sent with its length and hash in advance, so that the store itself refuses an interrupted upload. */
export async function putIntoS3(place: S3Place, source: FileSource): Promise<string> {
  if (!isPath(source)) return spooled(source, path => putIntoS3(place, { path }))
  const { path } = source
  const [{ size }, sha256] = [await stat(path), await hashOf(path)]
  const key = storageKey(sha256)
  await put(place, pathOf(place, key), { size, sha256, open: () => createReadStream(path) })
  return key
}

export async function openInS3(place: S3Place, key: string, part?: Part): Promise<OpenedFile | null> {
  const range = part === undefined ? {} : { range: `bytes=${part.start}-${part.end}` }
  const reply = await ask(place, { method: 'GET', path: pathOf(place, key), headers: range }).catch(whenMissing)
  if (reply === null) return null
  const total = /\/(\d+)$/.exec(reply.headers['content-range'] ?? '')?.[1]
  return { stream: reply, sizeBytes: Number(total ?? reply.headers['content-length'] ?? 0) }
}

export async function removeFromS3(place: S3Place, key: string): Promise<void> {
  const reply = await ask(place, { method: 'DELETE', path: pathOf(place, key) }).catch(whenMissing)
  reply?.resume()
}

/** @source ListObjectsV2 in the S3 API reference */
export async function* listInS3(place: S3Place): AsyncGenerator<KeptFile> {
  const prefix = folderOf(place).slice(place.bucket.length + 2)
  for (let token: string | undefined; ; ) {
    const query = new URLSearchParams({ 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) })
    const page = await text(await ask(place, { method: 'GET', path: `/${place.bucket}/?${query}` }))
    for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const key = /<Key>([^<]*)<\/Key>/.exec(entry)?.[1]?.split('/').at(-1) ?? ''
      const keptAt = new Date(/<LastModified>([^<]*)<\/LastModified>/.exec(entry)?.[1] ?? '')
      if (isStorageKey(key) && !Number.isNaN(keptAt.getTime())) yield { key, keptAt }
    }
    token = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(page)?.[1]?.replaceAll('&amp;', '&')
    if (token === undefined) return
  }
}

/**
 * Write a small object and read it again: that shows address, keys and rights to be good.
 *
 * @throws S3Refusal  one of them is not
 * @throws Unavailable  no answer
 */
export async function checkBucket(place: S3Place): Promise<void> {
  const path = `${folderOf(place)}weft-check`
  const content = Buffer.from('Weft stores its files here.\n')
  const sha256 = createHash('sha256').update(content).digest('hex')
  await put(place, path, { size: content.length, sha256, open: () => Readable.from([content]) })
  const reply = await ask(place, { method: 'GET', path })
  reply.resume()
}

interface Content {
  readonly size: number
  readonly sha256: string
  readonly open: () => Readable
}

async function put(place: S3Place, path: string, { size, sha256, open }: Content): Promise<void> {
  const headers = {
    'content-length': String(size),
    'content-type': 'application/octet-stream',
    'x-amz-content-sha256': sha256,
  }
  const reply = await ask(place, { method: 'PUT', path, headers, body: open })
  reply.resume()
}

interface Question {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: () => Readable
}

const maxTries = 3
const firstPauseMs = 150
/** The longest time without a byte in either direction. */
const silenceMs = 20_000

/** Ask, again if the store stumbles: each question here may be asked twice. */
async function ask(place: S3Place, question: Question): Promise<IncomingMessage> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await askOnce(place, question)
    } catch (error) {
      const isFinal = error instanceof S3Refusal && error.status < 500 && error.status !== 429
      if (isFinal || tried >= maxTries) {
        if (error instanceof S3Refusal) throw error
        throw new Unavailable('The file storage does not respond', { cause: error })
      }
      await pause(firstPauseMs * 2 ** (tried - 1))
    }
  }
}

async function askOnce(place: S3Place, { method, path, headers = {}, body }: Question): Promise<IncomingMessage> {
  const signer = new AwsV4Signer({
    method,
    url: `${place.endpoint}${path}`,
    headers: { 'x-amz-content-sha256': emptyHash, ...headers },
    accessKeyId: place.accessKeyId,
    secretAccessKey: place.secretAccessKey,
    region: place.region,
    service: 's3',
  })
  const { url, headers: signed } = await signer.sign()
  const isSecure = url.protocol === 'https:'
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = (isSecure ? httpsRequest : httpRequest)(url, {
      method,
      headers: { ...Object.fromEntries(signed), ...headers },
      agent: isSecure ? secureAgent : plainAgent,
      timeout: silenceMs,
    })
    request.on('timeout', () => request.destroy(new Error(`No response within ${silenceMs / 1000} s`)))
    request.on('error', reject)
    request.on('response', response => {
      // The reader decides on the speed from here on.
      request.setTimeout(0)
      resolve(response)
    })
    if (body === undefined) request.end()
    else pipeline(body(), request).catch(reject)
  })
  const status = reply.statusCode ?? 0
  if (status >= 200 && status < 300) return reply
  throw new S3Refusal(status, /<Code>([A-Za-z0-9]+)<\/Code>/.exec(await beginning(reply))?.[1] ?? '')
}

const emptyHash = createHash('sha256').digest('hex')
const plainAgent = new HttpAgent({ keepAlive: true, maxSockets: 32 })
const secureAgent = new HttpsAgent({ keepAlive: true, maxSockets: 32 })

const folderOf = (place: S3Place): string => `/${place.bucket}/${place.prefix === '' ? '' : `${place.prefix}/`}`

/** @throws RangeError  a text that is no key */
function pathOf(place: S3Place, key: string): string {
  if (!isStorageKey(key)) throw new RangeError('not a storage key')
  return `${folderOf(place)}${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`
}

async function beginning(reply: IncomingMessage): Promise<string> {
  let begun = ''
  for await (const chunk of reply) {
    begun += String(chunk)
    if (begun.length > 4096) break
  }
  return begun
}

function whenMissing(error: unknown): null {
  if (error instanceof S3Refusal && (error.code === 'NoSuchKey' || (error.status === 404 && error.code === '')))
    return null
  throw error
}

async function hashOf(path: string): Promise<string> {
  const hash = hashing()
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  await pipeline(createReadStream(path), hash.stream, nowhere)
  return hash.digest()
}

/** A stream's length is known when it is through: it goes to the disk first. */
async function spooled<T>(stream: Readable, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-outgoing-'))
  try {
    const path = join(folder, 'file')
    await pipeline(stream, createWriteStream(path))
    return await use(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
