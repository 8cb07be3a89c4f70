import type { IncomingMessage } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { Malformed } from '#server/errors.ts'
import { messages } from '#server/monitor/error-tracking/messages.ts'
import type { BodyReader } from '#server/monitor/error-tracking/read-envelope.ts'

// The decompression works in threads of the runtime, a chunk at a time.
const unpackers: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
  ['br', () => createBrotliDecompress()],
  ['zstd', () => createZstdDecompress()],
])

/**
 * The reason for the end of a reading: the body is complete, the reader has enough, the rest is late, or it cannot be
 * unpacked.
 */
type Ending = 'complete' | 'enough' | 'late' | 'broken'

/** The body of a request, unpacked while it comes. None of it is read in advance. */
export class RequestBody {
  readonly #raw: IncomingMessage
  readonly #unpacker: Transform | null
  #isStarted = false
  readonly #chunks: AsyncIterator<Buffer, unknown>

  /** @throws Malformed  packed in a way that is not known */
  constructor(raw: IncomingMessage) {
    this.#raw = raw
    const encoding = raw.headers['content-encoding']?.trim().toLowerCase() || 'identity'
    const unpacker = unpackers.get(encoding)
    if (unpacker === undefined && encoding !== 'identity') throw new Malformed(messages.unreadable)
    this.#unpacker = unpacker?.() ?? null
    // The reading sees the error too, if it has not ended before.
    this.#unpacker?.on('error', () => undefined)
    const source: Readable = this.#unpacker ?? raw
    this.#chunks = source.iterator({ destroyOnReturn: false })
  }

  /**
   * Read on until the reader wants no more.
   *
   * @param isEnough  whether the reader has read enough
   * @param mostMs    how long the body may take
   */
  async readInto(reader: BodyReader, mostMs: number, isEnough = () => false): Promise<Ending> {
    this.#start()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>(resolve => {
      timer = setTimeout(() => resolve('late'), mostMs)
    })
    try {
      for (;;) {
        const coming = this.#chunks.next()
        // A late body may end in an error, which is not awaited.
        coming.catch(() => undefined)
        const next = await Promise.race([coming, late])
        if (next === 'late') return 'late'
        if (next.done) return 'complete'
        if (!reader.push(next.value) || isEnough()) return 'enough'
      }
    } catch {
      return 'broken'
    } finally {
      clearTimeout(timer)
    }
  }

  #start(): void {
    const packed = this.#unpacker
    if (packed === null || this.#isStarted) return
    this.#isStarted = true
    this.#raw.once('error', error => packed.destroy(error))
    this.#raw.pipe(packed)
  }

  /** End the connection of a body that is no longer awaited. */
  abort(): void {
    this.#raw.destroy(new Error('The request body was not received in time.'))
  }

  /** Discard the unread bytes, so that the client can read the response and send its next request. */
  discard(): void {
    if (this.#unpacker !== null) {
      this.#raw.unpipe(this.#unpacker)
      this.#unpacker.destroy()
    }
    // An iterator that has not ended keeps its stream from flowing.
    const ended = this.#chunks.return?.() ?? Promise.resolve()
    const flow = () => void this.#raw.resume()
    ended.then(flow, flow)
  }
}
