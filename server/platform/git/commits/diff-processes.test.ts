import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { processesOf } from '../processes/spawner.ts'
import { type TestRepository, testRepository } from '../test-repository.ts'
import { diff } from './diff.ts'
import { closeDiffProcesses, compareByProcess } from './diff-processes.ts'

let here: TestRepository

beforeEach(async () => {
  here = await testRepository()
})

afterEach(() => here.remove())

/** A history whose commits each write their number into two files. */
async function commits(count: number) {
  const ids: string[] = []
  for (let number = 0; number < count; number += 1)
    ids.push(await here.commit({ 'a.txt': `${number}\n`, 'end of it.txt': `end of ${number}\n` }))
  return ids
}

const linesOf = async (from: string, to: string) =>
  (await diff(here.repo, from, to)).files.map(file => `${file.newPath} ${file.diff.split('\n').slice(1, 3).join(' ')}`)

test('one process makes one comparison after another, also of commits that are newer than it; comparisons at the same time have their own', async () => {
  const [one = '', two = ''] = await commits(2)
  await here.git(['-C', here.repo, 'cat-file', '-e', one])
  await linesOf(two, one)
  const shown = (from: number, to: number) => [`a.txt -${from} +${to}`, `end of it.txt -end of ${from} +end of ${to}`]
  const three = await here.commit({ 'a.txt': '2\n', 'end of it.txt': 'end of 2\n' })
  const started = await processesOf(async () => {
    expect(await linesOf(one, two)).toEqual(shown(0, 1))
    expect(await linesOf(one, three)).toEqual(shown(0, 2))
    expect(await linesOf(two, three)).toEqual(shown(1, 2))
    expect(await linesOf(three, three)).toEqual([])
  })
  expect(started).toBe(0)
  const four = await here.commit({ 'a.txt': '3\n' })
  expect(await processesOf(() => Promise.all([linesOf(one, four), linesOf(two, four), linesOf(four, one)]))).toBe(2)
})

test('a comparison that is ended early, fails or is aborted ends its process, and the next comparison starts another', async () => {
  const [one = ''] = await commits(1)
  const two = await here.commit({ 'long.txt': 'line\n'.repeat(200_000) })
  let bytes = 0
  const take = (more: boolean) => (chunk: Buffer) => {
    bytes += chunk.length
    return more
  }
  await compareByProcess(here.repo, one, two, take(true))
  expect(bytes).toBeGreaterThan(0)
  await compareByProcess(here.repo, one, two, take(false))
  expect(await processesOf(() => compareByProcess(here.repo, one, two, take(true)))).toBe(1)
  const nothing = '1'.repeat(40)
  await expect(compareByProcess(here.repo, nothing, two, take(true))).rejects.toThrow(/diff-tree exited/)
  const stopped = AbortSignal.abort(new Error('given up'))
  await expect(compareByProcess(here.repo, one, two, take(true), stopped)).rejects.toThrow('given up')
  expect(await processesOf(() => compareByProcess(here.repo, one, two, take(true)))).toBe(1)
  closeDiffProcesses(here.repo)
  await setImmediate()
  expect(await processesOf(() => compareByProcess(here.repo, one, two, take(true)))).toBe(1)
})

test('a process that stays keeps nothing of what it has compared, and gives way to another after many comparisons', async () => {
  const [one = '', two = ''] = await commits(2)
  const compared = async () => {
    const take = () => true
    await compareByProcess(here.repo, one, two, take)
    return new WeakRef(take)
  }
  const kept = await compared()
  await setImmediate()
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  expect(kept.deref()).toBeUndefined()
  const many = async () => {
    for (let count = 0; count < 200; count += 1) await compared()
  }
  expect(await processesOf(many)).toBe(1)
})

test('a caller whose comparison fails gets the error, and the next one has another process', async () => {
  const [one = '', two = ''] = await commits(2)
  const fail = () => {
    throw new Error('unreadable')
  }
  await expect(compareByProcess(here.repo, one, two, fail)).rejects.toThrow('unreadable')
  expect(await processesOf(() => compareByProcess(here.repo, one, two, () => true))).toBe(1)
})
