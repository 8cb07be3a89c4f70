import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { processesOf } from '../processes/spawner.ts'
import { type TestRepository, testRepository } from '../test-repository.ts'
import { createBranch, createTag, deleteRef } from '../writing/update-refs.ts'
import { flushPkt, pkt } from './pkt-line.ts'
import { uploadPack } from './upload-pack.ts'

let here: TestRepository
let first: string
let second: string
beforeEach(async () => {
  here = await testRepository()
  first = await here.commit({ 'a.txt': 'one\n' })
  second = await here.commit({ 'a.txt': 'two\n' })
})
afterEach(() => here.remove())

function ask(words: readonly string[]): Promise<Readable> {
  const lines = [...words.map(word => pkt(`${word}\n`)), flushPkt]
  const body = Buffer.concat([pkt('command=fetch\n'), pkt('agent=git/2.51\n'), Buffer.from('0001'), ...lines])
  return uploadPack(here.repo, {
    protocol: 'version=2',
    body: Readable.from([body], { objectMode: false }),
  })
}

const fetched = async (...words: readonly string[]) => buffer(await ask(words))
/** The sizes of packs tell what is in them. */
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

test('a large answer is packed for each, and what depends on more than objects as well', async () => {
  const large = await here.commit({ 'noise.bin': randomBytes(3_000_000) })
  const words = ['no-progress', `want ${large}`, 'done']
  const processes = await processesOf(async () => {
    const answers = await Promise.all([fetched(...words), fetched(...words)])
    expect(answers.map(objectsIn)).toEqual([9, 9])
  })
  expect(processes).toBe(2)
  const byName = () =>
    fetched('no-progress', `want ${second}`, 'filter sparse:oid=main:a.txt', 'done').catch(() => undefined)
  expect([await processesOf(byName), await processesOf(byName)]).toEqual([1, 1])
})
