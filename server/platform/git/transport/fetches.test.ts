import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Unavailable } from '#server/errors.ts'
import { allCaches } from '#server/platform/caches/byte-cache.ts'
import { processesOf } from '../processes/spawner.ts'
import { type Running, start } from '../run.ts'
import { type TestRepository, testRepository } from '../test-repository.ts'
import { createBranch, createTag, deleteRef } from '../writing/update-refs.ts'
import { answerFetch } from './fetches.ts'
import { flushPkt, pkt } from './pkt-line.ts'
import { uploadPack } from './upload-pack.ts'
import { parseCommand } from './v2-command.ts'

let here: TestRepository
let first: string
let second: string
beforeEach(async () => {
  here = await testRepository()
  first = await here.commit({ 'a.txt': 'one\n' })
  second = await here.commit({ 'a.txt': 'two\n' })
})
afterEach(() => {
  vi.useRealTimers()
  // A stream that a failed test leaves unread would hold its place in the lane.
  for (const stream of answered.splice(0)) stream.destroy()
  return here.remove()
})

function bodyOf(words: readonly string[]): Buffer {
  const lines = [...words.map(word => pkt(`${word}\n`)), flushPkt]
  return Buffer.concat([pkt('command=fetch\n'), pkt('agent=git/2.51\n'), Buffer.from('0001'), ...lines])
}

const answered: Readable[] = []

async function ask(words: readonly string[]): Promise<Readable> {
  const stream = await uploadPack(here.repo, {
    protocol: 'version=2',
    body: Readable.from([bodyOf(words)], { objectMode: false }),
  })
  answered.push(stream)
  return stream
}

/** Ask for the same several times, where the test says when each git starts. */
function asking(words: readonly string[]) {
  const body = bodyOf(words)
  const fetch = parseCommand(body)
  if (fetch === null) throw new Error('No command')
  const begun: Promise<Running>[] = []
  return {
    /** Each git that was to start. */
    begun,
    ask: (gate: Promise<void> = Promise.resolve()) =>
      answerFetch(here.repo, fetch, () => {
        const running = gate.then(() =>
          start(null, ['upload-pack', '--stateless-rpc', here.repo], {
            lane: 'transfer',
            env: { GIT_PROTOCOL: 'version=2' },
          }),
        )
        running.then(({ child }) => child.stdin.end(body)).catch(() => undefined)
        begun.push(running)
        return running
      }),
  }
}

const fetched = async (...words: readonly string[]) => buffer(await ask(words))
/** The number of objects in a pack, from its header. */
const objectsIn = (answer: Buffer) => answer.readUInt32BE(answer.indexOf('PACK') + 8)

test('the same fetch is packed once, for those who come later and those who come meanwhile', async () => {
  const words = ['thin-pack', 'no-progress', 'ofs-delta', `want ${second}`, `have ${first}`, 'done']
  const processes = await processesOf(async () => {
    const answers = await Promise.all([fetched(...words), fetched(...words), fetched(...words)])
    answers.push(await fetched(...words))
    expect(answers.map(objectsIn)).toEqual([3, 3, 3, 3])
  })
  expect(processes).toBe(1)
  expect(objectsIn(await fetched('no-progress', `want ${second}`, 'done'))).toBe(6)
})

test('after a push a fetch has what was pushed, and what no ref is at any more is not handed out from memory', async () => {
  await createBranch(here.repo, 'passing', second)
  const third = await here.commit({ 'a.txt': 'three\n' })
  const passing = ['no-progress', `want ${second}`, 'done']
  const main = ['no-progress', `want ${third}`, `have ${second}`, 'done']
  expect(objectsIn(await fetched(...passing))).toBe(6)
  expect(objectsIn(await fetched(...main))).toBe(3)
  expect(await processesOf(() => fetched(...passing))).toBe(0)
  await deleteRef(here.repo, 'branch', 'passing')
  expect(await processesOf(() => fetched(...passing))).toBe(1)
  expect(await processesOf(() => fetched(...main))).toBe(0)
})

test('a fetch that takes tags along has those of its moment', async () => {
  const words = ['no-progress', 'include-tag', `want ${second}`, 'done']
  expect(objectsIn(await fetched(...words))).toBe(6)
  const tagger = { name: 'Ann', email: 'ann@example.com', at: new Date(0) }
  await createTag(here.repo, 'v1', second, { message: 'One', tagger })
  expect(objectsIn(await fetched(...words))).toBe(7)
  expect(await processesOf(async () => expect(objectsIn(await fetched(...words))).toBe(7))).toBe(0)
})

test('a reader who leaves or is slow costs the others nothing', async () => {
  const words = ['no-progress', `want ${second}`, 'done']
  const leaving = await ask(words)
  const other = fetched(...words)
  leaving.destroy()
  expect(objectsIn(await other)).toBe(6)
  const more = [...words, `have ${'1'.repeat(40)}`]
  const slow = await ask(more)
  expect(objectsIn(await fetched(...more))).toBe(6)
  expect(objectsIn(await buffer(slow))).toBe(6)
})

test('a large answer is packed for the first client, and once for all others, even if some of them leave', async () => {
  const large = await here.commit({ 'noise.bin': randomBytes(3_000_000) })
  const words = ['no-progress', `want ${large}`, 'done']
  const processes = await processesOf(async () => {
    const [first, leaving, ...others] = await Promise.all(Array.from({ length: 5 }, () => ask(words)))
    leaving?.destroy()
    const answers = await Promise.all([first, ...others].map(stream => buffer(stream ?? Readable.from([]))))
    answers.push(await fetched(...words))
    expect(answers.map(objectsIn)).toEqual([9, 9, 9, 9, 9])
    expect(new Set(answers.slice(1).map(({ length }) => length)).size).toBe(1)
  })
  expect(processes).toBe(2)
})

test('an answer that wants much is packed once; one that depends on more than objects for each', async () => {
  const byName = () =>
    fetched('no-progress', `want ${second}`, 'filter sparse:oid=main:a.txt', 'done').catch(() => undefined)
  expect([await processesOf(byName), await processesOf(byName)]).toEqual([1, 1])
  const manyWants = () => fetched('no-progress', ...Array.from({ length: 65 }, () => `want ${second}`), 'done')
  expect([await processesOf(manyWants), await processesOf(manyWants)]).toEqual([1, 0])
})

/** A pack of this is just short enough to be kept. */
const almostTooLarge = 2_000_000
const unknown = (number: number) => `have ${number.toString(16).padStart(40, '0')}`

test('unread output is bounded in sum, and in time', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const large = await here.commit({ 'noise.bin': randomBytes(almostTooLarge) })
  const asked = (number: number) => ask(['no-progress', `want ${large}`, unknown(number), 'done'])
  const isWhole = (stream: Readable) => stream.readableLength > almostTooLarge
  const stuck = await Promise.all(Array.from({ length: 15 }, (_, number) => asked(number)))
  await expect.poll(() => stuck.every(isWhole), { timeout: 20_000 }).toBe(true)
  // The last one that is packed is surely kept.
  stuck.push(await asked(15))
  await expect.poll(() => stuck.every(isWhole), { timeout: 20_000 }).toBe(true)
  const next = await asked(16)
  await expect.poll(() => next.readableLength, { timeout: 20_000 }).toBeGreaterThan(200_000)
  const reading = next.iterator({ destroyOnReturn: false })
  const parts: Buffer[] = [(await reading.next()).value]
  await fetched('no-progress', `want ${second}`, 'done')
  expect(next.readableLength).toBeLessThan(600_000)
  // The last pack comes from memory.
  const last = await asked(15)
  expect(await processesOf(() => asked(15).then(stream => buffer(stream)))).toBe(0)
  for (let look = 0; look < 2; look += 1) {
    vi.runOnlyPendingTimers()
    parts.push((await reading.next()).value)
  }
  expect([...stuck, last].map(stream => stream.errored?.message)).toEqual(
    Array.from({ length: 17 }, () => 'The client stopped reading the response'),
  )
  for await (const part of reading) parts.push(part)
  expect(objectsIn(Buffer.concat(parts))).toBe(9)
  const again = await asked(17)
  await expect.poll(() => isWhole(again), { timeout: 20_000 }).toBe(true)
  again.destroy()
})

/** All that waits for nothing but promises has gone on. */
const turn = () => new Promise(resolve => setImmediate(resolve))

test('those who wait for a git that fails all start their own at once', async () => {
  const { ask, begun } = asking(['no-progress', `want ${second}`, 'done'])
  const lane = Promise.withResolvers<void>()
  const open = Promise.withResolvers<void>()
  const failing = ask(lane.promise)
  const others = [ask(open.promise), ask(open.promise), ask(open.promise)]
  await turn()
  expect(begun).toHaveLength(1)
  lane.reject(new Unavailable('Git transfers are queueing'))
  await expect(failing).rejects.toThrow(Unavailable)
  await turn()
  expect(begun).toHaveLength(4)
  open.resolve()
  for (const other of others) expect(objectsIn(await buffer(await other))).toBe(6)
})

test('no client waits long for another’s answer, nor at all for one that is known to be large', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const small = asking(['no-progress', `want ${second}`, 'done'])
  const open = Promise.withResolvers<void>()
  const first = small.ask(open.promise)
  const impatient = small.ask()
  await turn()
  expect(small.begun).toHaveLength(1)
  vi.runOnlyPendingTimers()
  expect(objectsIn(await buffer(await impatient))).toBe(6)
  open.resolve()
  expect(objectsIn(await buffer(await first))).toBe(6)

  const commit = await here.commit({ 'noise.bin': randomBytes(3_000_000) })
  const large = asking(['no-progress', `want ${commit}`, 'done'])
  expect(objectsIn(await buffer(await large.ask()))).toBe(9)
  const openLater = Promise.withResolvers<void>()
  const others = [large.ask(openLater.promise), large.ask(openLater.promise)]
  await expect.poll(() => large.begun.length).toBe(2)
  openLater.resolve()
  for (const other of others) expect(objectsIn(await buffer(await other))).toBe(9)
  expect(large.begun).toHaveLength(2)
})

test('the end of a git whose reader left does not hide the one that was started instead', async () => {
  const { ask, begun } = asking(['no-progress', `want ${second}`, 'done'])
  const open = Promise.withResolvers<void>()
  const leaving = await ask()
  const next = ask(open.promise)
  leaving.destroy()
  await expect.poll(() => begun.length).toBe(2)
  await (await begun[0])?.ended.catch(() => undefined)
  const third = ask()
  open.resolve()
  expect(objectsIn(await buffer(await next))).toBe(6)
  expect(objectsIn(await buffer(await third))).toBe(6)
  expect(begun).toHaveLength(2)
})

test('refs are kept, and counted, with an answer that is asked for again; a negotiation is not kept', async () => {
  const kept = () => allCaches().find(({ name }) => name === 'fetch_answers')
  const words = ['no-progress', `want ${second}`, 'done']
  await fetched(...words)
  const bytes = kept()?.bytes ?? 0
  await fetched(...words)
  expect(kept()?.bytes).toBeGreaterThan(bytes + 'refs/heads/main'.length)
  const entries = kept()?.size
  const round = await fetched('no-progress', `want ${second}`, unknown(1))
  expect([round.includes('NAK'), kept()?.size]).toEqual([true, entries])
})
