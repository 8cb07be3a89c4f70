import { randomBytes } from 'node:crypto'
import { chmod, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readLooseObject } from './loose-object.ts'
import { oid } from './objects.ts'
import { type TestRepository, testRepository } from './test-repository.ts'

let here: TestRepository
beforeEach(async () => {
  here = await testRepository()
})
afterEach(() => here.remove())

const stored = async (input: string) =>
  oid((await here.git(['-C', here.repo, 'hash-object', '-w', '--stdin'], { input })).trim())

test('an object that git has just written is read as git reads it', async () => {
  const id = oid(await here.commit({ 'a.txt': 'a' }, { message: 'Ünï' }))
  const text = await here.git(['-C', here.repo, 'cat-file', 'commit', id])
  const object = await readLooseObject(here.repo, id)
  expect(object).toMatchObject({ oid: id, type: 'commit' })
  expect(object?.content.toString()).toBe(text)
})

test('a packed object, a large one and one that inflates to much are left to git', async () => {
  const large = await stored(randomBytes(20_000).toString('base64'))
  const inflating = await stored('x'.repeat(1_000_000))
  expect(await readLooseObject(here.repo, large)).toBeNull()
  expect(await readLooseObject(here.repo, inflating)).toBeNull()
  const id = oid(await here.commit({ 'a.txt': 'a' }))
  expect(await readLooseObject(here.repo, id)).not.toBeNull()
  await here.git(['-C', here.repo, 'repack', '-adq'])
  await here.git(['-C', here.repo, 'prune-packed', '-q'])
  expect(await readLooseObject(here.repo, id)).toBeNull()
})

test('a damaged object is left to git', async () => {
  const id = await stored('damaged '.repeat(100))
  const path = join(here.repo, 'objects', id.slice(0, 2), id.slice(2))
  await chmod(path, 0o644)
  await truncate(path, 20)
  expect(await readLooseObject(here.repo, id)).toBeNull()
})
