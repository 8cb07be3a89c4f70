import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestRepository, testRepository } from '../test-repository.ts'
import { blame } from './blame.ts'
import { compareHistories } from './compare.ts'
import { readLog } from './log.ts'

let here: TestRepository

beforeEach(async () => {
  here = await testRepository()
})

afterEach(() => here.remove())

test('a short line of commits is found as git finds it, and so are long lines, merges and histories apart', async () => {
  const ids: string[] = []
  for (let number = 0; number < 14; number += 1) ids.push(await here.commit({ 'a.txt': `${number}\n` }))
  const git = async (...args: string[]) => (await here.git(['-C', here.repo, ...args])).trim()
  const tree = await git('rev-parse', 'main^{tree}')
  const make = (...parents: string[]) =>
    git('commit-tree', tree, '-m', 'Made', ...parents.flatMap(parent => ['-p', parent]))
  const [head = '', root = '', middle = ''] = [ids.at(-1), ids[0], ids[6]]
  const aside = await make(middle)
  const merged = await make(head, aside)
  const alone = await make()
  for (const [from, to] of [
    [head, head],
    [ids.at(-3) ?? '', head],
    [root, head],
    [head, root],
    [head, aside],
    [head, merged],
    [aside, merged],
    [alone, head],
    [root, alone],
  ] as const) {
    const { commits, commitCount, mergeBase } = await compareHistories(here.repo, from, to)
    const theirs = await git('rev-list', to, `^${from}`)
    expect(commits.map(commit => commit.id).join('\n')).toBe(theirs)
    expect(commitCount).toBe(commits.length)
    expect(mergeBase ?? '').toBe(await git('merge-base', from, to).catch(() => ''))
  }
})

test('grafts and replace refs that a repository was brought with change no history', async () => {
  const [first, second, third] = [
    await here.commit({ 'a.txt': '1\n' }),
    await here.commit({ 'a.txt': '2\n' }),
    await here.commit({ 'a.txt': '3\n' }),
  ]
  await mkdir(join(here.repo, 'info'), { recursive: true })
  await writeFile(join(here.repo, 'info', 'grafts'), `${third} ${first}\n`)
  await here.git(['-C', here.repo, 'update-ref', `refs/replace/${second}`, first])
  expect((await readLog(here.repo, { from: [third], limit: 10 })).map(commit => commit.id)).toEqual([
    third,
    second,
    first,
  ])
  expect((await blame(here.repo, third, 'a.txt')).map(range => range.commit.id)).toEqual([third])
})
