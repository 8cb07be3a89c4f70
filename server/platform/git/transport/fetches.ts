import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ByteCache } from '#server/platform/caches/byte-cache.ts'
import { isOid, type Oid } from '../objects.ts'
import { readRef, readRefs } from '../refs/ref-store.ts'
import { outputOf, type Running } from '../run.ts'
import type { V2Command } from './v2-command.ts'

// Many people, and above all their CI, ask for the same: what git packed for one is kept for the next.

/** What is wanted and what is had, in words whose meaning never changes. */
const lasting =
  /^(?:(?:want|have|shallow) [0-9a-f]{40}|done|thin-pack|no-progress|include-tag|ofs-delta|wait-for-done|deepen \d+|deepen-relative|filter (?:blob:none|blob:limit=\d+[kmg]?|tree:\d+))$/

const maxAnswerBytes = 2 * 1024 * 1024

type Kept = {
  /** For each commit that is wanted, the full name (bytes) of a ref that was there. */
  readonly refs: ReadonlyMap<Oid, string>
  readonly bytes: Buffer
}

const answers = new ByteCache<string, Kept>({
  name: 'fetch_answers',
  maxBytes: 16 * 1024 * 1024,
  sizeOf: ({ bytes }) => bytes.length,
})

/** Settles with the answer; with null if git failed or its reader left; undefined if it is too long to be kept. */
const underWay = new Map<string, Promise<Buffer | null | undefined>>()

/** Whether the answer depends on nothing but objects that never change, and tags. */
export const isLasting = ({ name, capabilities, args }: V2Command): boolean =>
  name === 'fetch' && capabilities.length === 0 && args.every(word => lasting.test(word))

/**
 * Answer a fetch with what git packed for the same one before, or is packing now, as long as a ref is at each commit that is
 * wanted. The caller has checked that this client may read the repository.
 *
 * @param fetch  that is lasting
 * @param run  git, reading it
 */
export async function answerFetch(repo: string, fetch: V2Command, run: () => Promise<Running>): Promise<Readable> {
  const tags = fetch.args.includes('include-tag') ? (await readRefs(repo, ['refs/tags/'])).refs : []
  const key = createHash('sha256')
    .update(JSON.stringify([repo, fetch.args, tags]))
    .digest('base64')
  const kept = answers.get(key)
  if (kept !== undefined && (await areThere(repo, kept.refs))) return whole(kept.bytes)
  for (;;) {
    const other = underWay.get(key)
    if (other === undefined) return firstAnswer(repo, key, wantsOf(fetch), run)
    const bytes = await other
    if (bytes === undefined) return outputOf(await run())
    if (bytes !== null) return whole(bytes)
  }
}

/** git's output, which is kept once it is whole. */
async function firstAnswer(
  repo: string,
  key: string,
  wants: readonly Oid[],
  run: () => Promise<Running>,
): Promise<Readable> {
  const { promise, resolve } = Promise.withResolvers<Buffer | null | undefined>()
  underWay.set(key, promise)
  const settle = (bytes: Buffer | null | undefined) => {
    underWay.delete(key)
    resolve(bytes)
  }
  try {
    const refs = await refsAt(repo, wants)
    const running = await run()
    let chunks: Buffer[] = []
    let size = 0
    running.child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxAnswerBytes) chunks.push(chunk)
      else if (chunks.length > 0) {
        chunks = []
        settle(undefined)
      }
    })
    running.ended.then(
      () => {
        if (size > maxAnswerBytes) return
        const bytes = Buffer.concat(chunks, size)
        if (refs !== null) answers.set(key, { refs, bytes })
        settle(bytes)
      },
      () => settle(null),
    )
    const output = outputOf(running, { readAheadBytes: maxAnswerBytes })
    // Begins to read ahead, so that those who wait for the same are not held up by a slow reader.
    output.read(0)
    return output
  } catch (error) {
    settle(null)
    throw error
  }
}

const wantsOf = ({ args }: V2Command): readonly Oid[] =>
  args.flatMap(word => (word.startsWith('want ') ? [word.slice('want '.length)] : [])).filter(isOid)

/** For each commit a ref that is there; null if there is none for one of them. */
async function refsAt(repo: string, wants: readonly Oid[]): Promise<ReadonlyMap<Oid, string> | null> {
  const { refs } = await readRefs(repo)
  const names = new Map(refs.map(({ oid, name }) => [oid, name]))
  const found = new Map<Oid, string>()
  for (const want of wants) {
    const name = names.get(want)
    if (name === undefined) return null
    found.set(want, name)
  }
  return found
}

async function areThere(repo: string, refs: ReadonlyMap<Oid, string>): Promise<boolean> {
  const found = await Promise.all([...refs].map(async ([oid, name]) => (await readRef(repo, name)) === oid))
  return found.every(Boolean)
}

const whole = (bytes: Buffer): Readable => Readable.from([bytes], { objectMode: false })
