import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { Unavailable } from '#server/errors.ts'
import { asRequesters, Requesters, requestersNow } from '#server/platform/limits/requester.ts'
import { ownTurn } from '#server/platform/limits/turns.ts'
import { endStalledReader } from './stalled-reader.ts'

/** The size of all shared outputs together, on disk. */
const maxBytes = 1024 * 1024 * 1024
const usualLimits = {
  /** A longer output overwrites its own beginning once every reader has it, and no reader can join any more. */
  maxOutputBytes: 256 * 1024 * 1024,
  /** The share of `maxBytes` that an output takes at a time. */
  stepBytes: 16 * 1024 * 1024,
}
/** The least size that a kept output counts for: each is an open file. */
const leastBytes = 4 * 1024 * 1024
const chunkBytes = 32 * 1024
/** The time for which an output without readers is kept. */
const idleMs = 5 * 60_000
/** A reader who takes nothing for so long while all others wait for the room is left behind. */
const patienceMs = 60_000

/** That can be joined; least recently used first. */
const outputs = new Map<string, SharedOutput>()
let reservedBytes = 0

/**
 * Output of git that many want at once, such as a clone: git runs once and as fast as the disk takes its output, however
 * slowly it is read, and each reader gets all of it from a file. A process that waits for a slow reader would keep its place
 * in the lane.
 *
 * @param folder  where the file is made; it has no name once it is open, so it ends with the server
 * @param key  the same for the same bytes
 * @param begin  starts git; the signal says that no reader is left
 * @param signal  of the client that leaves
 * @param limits  smaller ones for tests
 * @throws  as `begin` does
 */
export async function sharedOutput(
  folder: string,
  key: string,
  begin: (signal: AbortSignal) => Promise<Readable>,
  signal: AbortSignal = new AbortController().signal,
  limits = usualLimits,
): Promise<Readable> {
  for (;;) {
    const known = outputs.get(key)
    const output = known?.isOpen === true ? known : new SharedOutput(folder, key, begin, limits)
    outputs.delete(key)
    outputs.set(key, output)
    const reader = output.join(signal)
    try {
      await output.begun
      return reader
    } catch (error) {
      // A reader is not refused because the first one has no places left, or has waited too long.
      if (output !== known || !(error instanceof Unavailable) || signal.aborted) throw error
    }
  }
}

class SharedOutput {
  readonly begun: Promise<void>
  readonly #key: string
  readonly #limits: typeof usualLimits
  readonly #leaving = new AbortController()
  readonly #requesters = new Requesters([])
  readonly #readers = new Map<Readable, { at: number; isWaiting: boolean }>()
  #file: FileHandle | null = null
  /** Bytes that came from git and are in the file; those before the last `#reserved` may be overwritten. */
  #size = 0
  /** The same with those that are being written. */
  #claimed = 0
  /** Size of the file at most. */
  #reserved = 0
  #isFull = false
  #isWhole = false
  #failure: Error | null = null
  #progress = Promise.withResolvers<void>()
  #idle: NodeJS.Timeout | undefined

  constructor(
    folder: string,
    key: string,
    begin: (signal: AbortSignal) => Promise<Readable>,
    limits: typeof usualLimits,
  ) {
    this.#key = key
    this.#limits = limits
    this.#requesters.join(requestersNow())
    this.begun = this.#begin(folder, begin)
    // Readers that joined handle the error.
    this.begun.catch(() => undefined)
  }

  /** Whether all of the output exists for readers that join now. */
  get isOpen(): boolean {
    return !this.#leaving.signal.aborted && this.#failure === null && this.#claimed <= this.#reserved
  }

  get isIdle(): boolean {
    return this.#readers.size === 0
  }

  join(signal: AbortSignal): Readable {
    clearTimeout(this.#idle)
    this.#requesters.join(requestersNow())
    const state = { at: 0, isWaiting: false }
    const reader = new Readable({
      highWaterMark: chunkBytes,
      read: () => void this.#give(reader, state),
      destroy: (error, done) => {
        signal.removeEventListener('abort', leave)
        this.#leave(reader)
        done(error)
      },
    })
    const leave = () => reader.destroy()
    signal.addEventListener('abort', leave, { once: true })
    // The reader handles the error as well; without a reader it must not end the server.
    reader.on('error', () => {})
    this.#readers.set(reader, state)
    endStalledReader(reader, () => state.at)
    if (signal.aborted) leave()
    return reader
  }

  /** Give up the file, which has no readers. */
  drop(): void {
    clearTimeout(this.#idle)
    if (outputs.get(this.#key) === this) outputs.delete(this.#key)
    this.#reserve(0)
    // The contents are no longer needed.
    this.#file?.close().catch(() => undefined)
    this.#file = null
  }

  async #begin(folder: string, begin: (signal: AbortSignal) => Promise<Readable>): Promise<void> {
    try {
      this.#grow()
      this.#file = await openNameless(folder)
      const source = await asRequesters(this.#requesters, () => begin(this.#leaving.signal))
      void this.#fill(source)
    } catch (error) {
      this.#end(error)
      throw error
    }
  }

  async #fill(source: Readable): Promise<void> {
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        await ownTurn()
        for (let rest = chunk; rest.length > 0; ) {
          const written = await this.#write(rest)
          rest = rest.subarray(written)
        }
      }
      this.#isWhole = true
      if (this.isOpen) this.#reserve(Math.max(this.#size, leastBytes))
      this.#tellAll()
      if (this.isIdle) this.#end(null)
    } catch (error) {
      this.#end(error)
    }
  }

  async #write(bytes: Buffer): Promise<number> {
    if (this.#leaving.signal.aborted) throw this.#leaving.signal.reason
    const room = await this.#room()
    const place = this.#size % this.#reserved
    const length = Math.min(bytes.length, room, this.#reserved - place)
    this.#claimed += length
    await this.#file?.write(bytes, 0, length, place)
    this.#size = this.#claimed
    this.#tellAll()
    return length
  }

  /** @returns bytes, at least 1 */
  async #room(): Promise<number> {
    for (;;) {
      if (this.#size === this.#reserved && !this.#isFull) this.#grow()
      const slowest = Math.min(...[...this.#readers.values()].map(({ at }) => at), this.#size)
      const room = this.#reserved - (this.#isFull ? this.#size - slowest : this.#size)
      if (room > 0) return room
      await this.#roomMade(slowest)
    }
  }

  async #roomMade(slowest: number): Promise<void> {
    const patience = new AbortController()
    const late = delay(patienceMs, true, { signal: patience.signal, ref: false }).catch(() => false)
    const isLate = await Promise.race([this.#progress.promise, late])
    patience.abort()
    if (isLate !== true) return
    for (const [reader, { at }] of this.#readers)
      if (at === slowest) reader.destroy(new Unavailable('The client is too slow and holds up other requests.'))
  }

  #grow(): void {
    const { maxOutputBytes, stepBytes } = this.#limits
    if (this.#reserved + stepBytes <= maxOutputBytes && makeRoom(stepBytes)) this.#reserve(this.#reserved + stepBytes)
    else this.#isFull = true
    if (this.#reserved === 0) throw new Unavailable('Git transfers are queueing. Try again in a moment.')
  }

  #reserve(bytes: number): void {
    reservedBytes += bytes - this.#reserved
    this.#reserved = bytes
  }

  async #give(reader: Readable, state: { at: number; isWaiting: boolean }): Promise<void> {
    if (this.#failure !== null) {
      reader.destroy(this.#failure)
      return
    }
    const file = this.#file
    if (state.at === this.#size || file === null) {
      if (this.#isWhole) reader.push(null)
      else state.isWaiting = true
      return
    }
    await ownTurn()
    if (reader.destroyed) return
    const place = state.at % this.#reserved
    const length = Math.min(chunkBytes, this.#size - state.at, this.#reserved - place)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, place)
      if (bytesRead < length) throw new Unavailable('Could not read back the output of Git')
      state.at += length
      this.#progress.resolve()
      this.#progress = Promise.withResolvers()
      if (!reader.destroyed) reader.push(buffer)
    } catch (error) {
      reader.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #tellAll(): void {
    for (const [reader, state] of this.#readers) {
      if (!state.isWaiting) continue
      state.isWaiting = false
      void this.#give(reader, state)
    }
  }

  #leave(reader: Readable): void {
    this.#readers.delete(reader)
    this.#progress.resolve()
    this.#progress = Promise.withResolvers()
    if (!this.isIdle) return
    if (this.#isWhole) this.#end(null)
    else this.#leaving.abort(new Unavailable('The reader disconnected'))
  }

  /** @param failure  null when no reader of the whole output is left */
  #end(failure: unknown): void {
    if (failure === null && this.isOpen && outputs.get(this.#key) === this) {
      this.#idle = setTimeout(() => this.drop(), idleMs).unref()
      return
    }
    if (failure !== null) {
      this.#failure = failure instanceof Error ? failure : new Error(String(failure))
      for (const reader of [...this.#readers.keys()]) reader.destroy(this.#failure)
    }
    this.drop()
  }
}

/** @returns false when all that is kept is being read */
function makeRoom(stepBytes: number): boolean {
  for (const output of [...outputs.values()]) {
    if (reservedBytes + stepBytes <= maxBytes) break
    if (output.isIdle) output.drop()
  }
  return reservedBytes + stepBytes <= maxBytes
}

async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `output-${randomUUID()}`)
  const file = await open(path, 'wx+')
  await unlink(path)
  return file
}
