import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Unavailable } from '#server/errors.ts'
import { asRequester } from '#server/platform/limits/requester.ts'
import { sharedOutput } from './shared-output.ts'

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'weft-shared-'))
  onTestFinished(() => rm(made, { recursive: true }))
  return made
}

const chunks = Array.from({ length: 40 }, () => randomBytes(50_000))
const whole = Buffer.concat(chunks)
const limits = { maxOutputBytes: 300_000, stepBytes: 100_000 }
let made = 0
const newKey = () => `output ${made++}`

test('readers at any pace all get the whole of an output that is longer than its file', async () => {
  const here = await folder()
  const key = newKey()
  const begin = vi.fn(async () => Readable.from(chunks, { objectMode: false }))
  const read = () => sharedOutput(here, key, begin, undefined, limits)
  const [fast, slow, leaving] = await Promise.all([read(), read(), read()])
  const pieces: Buffer[] = []
  leaving.once('data', () => leaving.destroy())
  const all = buffer(fast)
  for await (const piece of slow) {
    await new Promise(resolve => setImmediate(resolve))
    pieces.push(piece)
  }
  expect(Buffer.concat(pieces).equals(whole)).toBe(true)
  expect((await all).equals(whole)).toBe(true)
  expect(begin).toHaveBeenCalledTimes(1)
  // The beginning of the output was overwritten.
  expect((await buffer(await read())).equals(whole)).toBe(true)
  expect(begin).toHaveBeenCalledTimes(2)
  expect(await readdir(here)).toEqual([])
})

test('whoever comes within some minutes gets an output that is whole; it ends when all have left before', async () => {
  const here = await folder()
  const key = newKey()
  const begin = vi.fn(async (_left: AbortSignal) => Readable.from(chunks, { objectMode: false }))
  const read = () => sharedOutput(here, key, begin)
  const leaving = await read()
  leaving.destroy()
  await expect.poll(() => begin.mock.calls[0]?.[0].aborted).toBe(true)
  for (let turn = 0; turn < 2; turn += 1) expect((await buffer(await read())).equals(whole)).toBe(true)
  expect(begin).toHaveBeenCalledTimes(2)
})

test('an output that fails, at once or midway, fails for all who wait for it', async () => {
  const here = await folder()
  const key = newKey()
  const read = (begin: () => Promise<Readable>) => sharedOutput(here, key, begin)
  const refusing = () => Promise.reject(new Error('no room'))
  const refused = await Promise.allSettled([read(refusing), read(refusing)])
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  async function* breaking() {
    yield whole
    throw new Error('broken off')
  }
  const broken = await Promise.all([1, 2].map(() => read(async () => Readable.from(breaking(), { objectMode: false }))))
  for (const stream of broken) await expect(buffer(stream)).rejects.toThrow('broken off')
})

test('no reader is refused for the share of the lane that the first one has taken', async () => {
  const here = await folder()
  const key = newKey()
  const began: string[] = []
  const read = (owner: string, isRefused: boolean) =>
    asRequester(owner, () =>
      sharedOutput(here, key, async () => {
        began.push(owner)
        if (isRefused) throw new Unavailable('Git transfers are queueing.')
        return Readable.from(chunks, { objectMode: false })
      }),
    )
  const [ann, ...others] = await Promise.allSettled([read('ann', true), read('ben', false), read('cem', false)])
  expect(ann?.status).toBe('rejected')
  for (const other of others)
    expect(other.status === 'fulfilled' && (await buffer(other.value)).equals(whole)).toBe(true)
  expect(began).toEqual(['ann', 'ben'])
})
