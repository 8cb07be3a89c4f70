import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ByteCache, bytesOf } from '#server/platform/caches/byte-cache.ts'
import { refFolders } from '#server/platform/git/refs/full-name.ts'
import { ByteBudget } from '#server/platform/limits/byte-budget.ts'
import { isOid, type Oid } from '../objects.ts'
import { readRef, readRefs } from '../refs/ref-store.ts'
import { outputOf, type Running } from '../run.ts'
import { sharedOutput } from '../shared-output.ts'
import { endStalledReader } from '../stalled-reader.ts'
import type { V2Command } from './v2-command.ts'

// Many people, and above all their CI, request the same: a pack that git made for one is kept for the next.

/** The words of a request whose meaning never changes: wants, haves and options. */
const cacheableWord =
  /^(?:(?:want|have|shallow) [0-9a-f]{40}|done|thin-pack|no-progress|include-tag|ofs-delta|wait-for-done|deepen \d+|deepen-relative|filter (?:blob:none|blob:limit=\d+[kmg]?|tree:\d+))$/

const maxAnswerBytes = 2 * 1024 * 1024
/**
 * The number of wants up to which answers are kept in memory: for each one a ref is read whenever such an answer is
 * given.
 */
const maxWantsInMemory = 64
/** A longer silence looks like a server that hangs. */
const longestWaitMs = 2_000
const chunkBytes = 64 * 1024

/** Packed, and not taken by its reader yet; an answer that finds no room here is read no faster than its reader takes it. */
const readAhead = new ByteBudget(32 * 1024 * 1024)
/** Answers from memory that are being sent, which may have left the cache since. */
const sending = new ByteBudget(32 * 1024 * 1024)

type FetchAnswer =
  | {
      readonly kind: 'packed'
      readonly bytes: Buffer
      /** The full name (bytes) of a ref at each wanted commit; null until the answer is requested again. */
      readonly refs: ReadonlyMap<Oid, string> | null
    }
  | { readonly kind: 'tooLarge' }

const answers = new ByteCache<string, FetchAnswer>({
  name: 'fetch_answers',
  maxBytes: 12 * 1024 * 1024,
  // A short buffer is a part of a larger one that it keeps in memory.
  sizeOf: (answer, key) =>
    bytesOf(key) + (answer.kind === 'packed' ? answer.bytes.buffer.byteLength + bytesOf(answer.refs) : 0),
})

type PackOutcome =
  | { readonly kind: 'packed'; readonly bytes: Buffer }
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'failed' }
  /** The reader left. */
  | { readonly kind: 'abandoned' }

const underWay = new Map<string, Promise<PackOutcome>>()

/** Whether the answer depends on nothing but objects, which never change, and tags: it stays valid although objects are added. */
export const isCacheable = ({ name, capabilities, args }: V2Command): boolean =>
  name === 'fetch' &&
  capabilities.length === 0 &&
  args.every(word => cacheableWord.test(word)) &&
  (args.includes('done') || args.filter(word => word.startsWith(wantWord)).length <= maxWantsInMemory)

/**
 * Answer a fetch with the pack that git made for the same one before, or is making now, as long as a ref is at each
 * commit that is wanted: short answers from memory, long ones from a file. The caller has checked that this client may
 * read the repository.
 *
 * @param fetch  that is cacheable
 * @param run  git, reading it
 * @param signal  of the client that leaves
 */
export async function answerFetch(
  repo: string,
  fetch: V2Command,
  run: (signal?: AbortSignal) => Promise<Running>,
  signal?: AbortSignal,
): Promise<Readable> {
  const tags = fetch.args.includes('include-tag') ? (await readRefs(repo, [refFolders.tag])).refs : []
  const key = createHash('sha256')
    .update(JSON.stringify([repo, fetch.args, tags]))
    .digest('base64')
  const wants = wantsOf(fetch)
  const alone = async () => outputOf(await run(signal))
  const fromFile = async () =>
    (await refsAt(repo, wants)) === null
      ? await alone()
      : await sharedOutput(repo, `fetch ${key}`, async left => outputOf(await run(left)), signal)
  if (wants.length > maxWantsInMemory) return fromFile()
  const kept = await keptAnswer(repo, key, wants)
  if (kept?.kind === 'tooLarge') return fromFile()
  if (kept !== null) return streamOf(kept.bytes) ?? alone()
  const late = Promise.withResolvers<{ readonly kind: 'late' }>()
  const timer = setTimeout(() => late.resolve({ kind: 'late' }), longestWaitMs)
  try {
    for (;;) {
      const other = underWay.get(key)
      if (other === undefined) return await firstAnswer(key, run, signal)
      const outcome = await Promise.race([other, late.promise])
      if (outcome.kind === 'packed') return streamOf(outcome.bytes) ?? (await alone())
      if (outcome.kind === 'tooLarge' || outcome.kind === 'late') return await fromFile()
      if (outcome.kind === 'failed') return await alone()
    }
  } finally {
    clearTimeout(timer)
  }
}

async function keptAnswer(repo: string, key: string, wants: readonly Oid[]): Promise<FetchAnswer | null> {
  const answer = answers.get(key)
  if (answer === undefined) return null
  if (answer.kind === 'tooLarge' || (answer.refs !== null && (await stillPointAt(repo, answer.refs)))) return answer
  const refs = await refsAt(repo, wants)
  if (refs === null) {
    answers.delete(key)
    return null
  }
  answers.set(key, { ...answer, refs })
  return answer
}

/** git's output, which is kept once it is whole. */
async function firstAnswer(
  key: string,
  run: (signal?: AbortSignal) => Promise<Running>,
  signal?: AbortSignal,
): Promise<Readable> {
  const { promise, resolve } = Promise.withResolvers<PackOutcome>()
  underWay.set(key, promise)
  const settle = (outcome: PackOutcome) => {
    // This one may have been abandoned, and another be under way.
    if (underWay.get(key) === promise) underWay.delete(key)
    resolve(outcome)
  }
  const fail = () => settle({ kind: signal?.aborted === true ? 'abandoned' : 'failed' })
  let running: Running
  try {
    running = await run(signal)
  } catch (error) {
    fail()
    throw error
  }
  let chunks: Buffer[] = []
  let size = 0
  running.child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= maxAnswerBytes) chunks.push(chunk)
    else if (chunks.length > 0) {
      chunks = []
      answers.set(key, { kind: 'tooLarge' })
      settle({ kind: 'tooLarge' })
    }
  })
  const reserved = readAhead.reserve(maxAnswerBytes)
  const output = outputOf(running, reserved === null ? {} : { readAheadBytes: maxAnswerBytes })
  output.once('close', () => {
    reserved?.release()
    if (!running.child.hasExited) settle({ kind: 'abandoned' })
  })
  running.ended.then(() => {
    if (size > maxAnswerBytes) return
    reserved?.shrinkTo(size)
    const bytes = Buffer.concat(chunks, size)
    chunks = []
    if (hasPack(bytes)) answers.set(key, { kind: 'packed', bytes, refs: null })
    settle({ kind: 'packed', bytes })
  }, fail)
  // Begins to read ahead, so that those who wait for the same are not held up by a slow reader.
  output.read(0)
  return output
}

/** A round of a negotiation has none, and is hardly ever asked for again. @source gitprotocol-v2(5), "fetch" */
const hasPack = (bytes: Buffer) => bytes.includes('000dpackfile\n')

const wantWord = 'want '
const wantsOf = ({ args }: V2Command): readonly Oid[] =>
  args.flatMap(word => (word.startsWith(wantWord) ? [word.slice(wantWord.length)] : [])).filter(isOid)

/** A ref at each commit; null if there is none for one of them. */
async function refsAt(repo: string, wants: readonly Oid[]): Promise<ReadonlyMap<Oid, string> | null> {
  const { refs } = await readRefs(repo)
  const names = new Map(refs.map(({ oid, name }) => [oid, name]))
  const found = new Map<Oid, string>()
  for (const want of wants) {
    const name = names.get(want)
    if (name === undefined) return null
    // A copy: the name may be a slice that keeps the whole file of packed refs in memory.
    found.set(want, Buffer.from(name, 'latin1').toString('latin1'))
  }
  return found
}

async function stillPointAt(repo: string, refs: ReadonlyMap<Oid, string>): Promise<boolean> {
  const found = await Promise.all([...refs].map(async ([oid, name]) => (await readRef(repo, name)) === oid))
  return found.every(Boolean)
}

/** @returns null when too much is being sent already */
function streamOf(bytes: Buffer): Readable | null {
  const reserved = sending.reserve(bytes.length)
  if (reserved === null) return null
  let at = 0
  const stream = new Readable({
    highWaterMark: chunkBytes,
    read() {
      // Copies: who waits for the last of them to be sent does not keep the whole in memory.
      const chunk = Buffer.from(bytes.subarray(at, at + chunkBytes))
      at += chunk.length
      this.push(chunk.length > 0 ? chunk : null)
    },
  })
  stream.once('close', reserved.release)
  // The reader handles the error as well; without a reader it must not end the server.
  stream.on('error', () => {})
  endStalledReader(stream, () => at)
  stream.read(0)
  return stream
}
