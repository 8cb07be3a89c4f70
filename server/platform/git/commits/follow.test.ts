import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestRepository, testRepository } from '../test-repository.ts'
import { readLog } from './log.ts'

const text = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join('')
let here: TestRepository
let head: string

beforeAll(async () => {
  here = await testRepository()
  const change = (message: string, files: Readonly<Record<string, string | null>>) => here.commit(files, { message })
  await change('Make one', { 'one.txt': text, 'other.txt': 'other\n' })
  await change('Change one', { 'one.txt': `${text}more\n` })
  await change('Rename to two', { 'one.txt': null, 'deep/zwei "ü".txt': `${text}more\n` })
  await change('Make another one', { 'one.txt': 'another\n' })
  await change('Change two', { 'deep/zwei "ü".txt': `${text}more and more\n` })
  head = await change('Rename to three', {
    'deep/zwei "ü".txt': null,
    'three.txt': `${text}more and more\nmuch more\n`,
  })
})
afterAll(() => here.remove())

const titles = async (path: string, page: { readonly skip?: number; readonly limit?: number } = {}) =>
  (await readLog(here.repo, { from: [head], path, follow: true, ...page })).map(commit => commit.title)

test('the history of a file goes on before it was renamed', async () => {
  const all = ['Rename to three', 'Change two', 'Rename to two', 'Change one', 'Make one']
  expect(await titles('three.txt')).toEqual(all)
  expect(await titles('/three.txt', { skip: 1, limit: 3 })).toEqual(all.slice(1, 4))
  expect(await titles('three.txt', { limit: 1 })).toEqual(all.slice(0, 1))
})

test('a file that took the name of another has its own history and that of the name', async () => {
  expect(await titles('one.txt')).toEqual(['Make another one', 'Rename to two', 'Change one', 'Make one'])
  expect(await titles('other.txt')).toEqual(['Make one'])
  expect(await titles('none.txt')).toEqual([])
})
