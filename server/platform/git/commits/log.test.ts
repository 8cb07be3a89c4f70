import { afterEach, beforeEach, expect, test } from 'vitest'
import { allCaches } from '#server/platform/caches/byte-cache.ts'
import { oid } from '../objects.ts'
import { processesOf } from '../processes/spawner.ts'
import { type TestRepository, testRepository } from '../test-repository.ts'
import { changedPaths } from './changed-paths.ts'
import { countCommits, searchLog } from './log.ts'

let here: TestRepository
beforeEach(async () => {
  here = await testRepository()
})
afterEach(() => here.remove())

test('commits are counted by a process once, but those of all branches each time', async () => {
  const first = await here.commit({ 'a.txt': 'one\n' })
  const second = await here.commit({ 'a.txt': 'two\n' })
  const count = async () => {
    expect(await countCommits(here.repo, { from: [second] })).toBe(2)
    expect(await countCommits(here.repo, { from: [second], notFrom: [first] })).toBe(1)
    expect(await countCommits(here.repo, { from: [second], max: 1 })).toBe(1)
  }
  expect(await processesOf(count)).toBe(3)
  expect(await processesOf(count)).toBe(0)
  const kept = () => allCaches().find(({ name }) => name === 'commit_counts')?.size
  const before = kept()
  expect(await countCommits(here.repo, { all: true })).toBe(2)
  await here.commit({ 'a.txt': 'three\n' }, { branch: 'side', start: second })
  expect(await countCommits(here.repo, { all: true })).toBe(3)
  expect(kept()).toBe(before)
})

test('a search stops after enough hits or when its time is over, and a later one continues from there', async () => {
  const ids: string[] = []
  for (const name of ['Ann', 'Bob', 'Ann', 'Bob', 'Ann'])
    ids.unshift(
      await here.commit({ 'a.txt': `${ids.length}\n` }, { author: { name, email: 'a@example.com', at: new Date() } }),
    )
  const given = { from: ids.slice(0, 1), author: 'ann', limit: 2, maxMs: 10_000 }
  const first = await searchLog(here.repo, given)
  expect(first).toEqual({ ids: [ids[0], ids[2]], searched: 3 })
  expect(await searchLog(here.repo, { ...given, skip: 3 })).toEqual({ ids: [ids[4]], searched: null })
  expect(await searchLog(here.repo, { ...given, author: 'bob', limit: 2 })).toEqual({
    ids: [ids[1], ids[3]],
    searched: null,
  })
  expect(await searchLog(here.repo, { ...given, maxMs: 0, atOnce: 2, author: 'nobody' })).toEqual({
    ids: [],
    searched: 2,
  })
})

test('the paths of a commit of 80,000 files are listed', async () => {
  const paths = Array.from({ length: 80_000 }, (_, at) => `${at % 50}/${at}.txt`).toSorted()
  const head = 'commit refs/heads/main\ncommitter Ann <ann@example.com> 1 +0000\ndata 1\nm\n'
  const input = `blob\nmark :1\ndata 1\nx\n${head}${paths.map(path => `M 644 :1 ${path}\n`).join('')}`
  await here.git(['-C', here.repo, 'fast-import', '--quiet'], { input })
  const id = oid((await here.git(['-C', here.repo, 'rev-parse', 'main'])).trim())
  // Adding each path to a copy of those before would take longer than a test may.
  const found = await changedPaths(here.repo, [id])
  expect(found.get(id)).toEqual({ added: paths, modified: [], removed: [] })
})
