import { expect, test } from 'vitest'
import { createCommit } from '#contract/code/commits/commits.ts'
import { protectBranch } from '#contract/code/protected-refs.ts'
import {
  addBranch,
  addTag,
  branchExists,
  getBranch,
  getTag,
  listBranches,
  listTags,
  removeBranch,
  removeMergedBranches,
  removeTag,
} from '#contract/code/refs.ts'
import { codeWorld } from '#test/world/code.ts'

const id = 'weft/loom'
type Body = Readonly<Record<string, unknown>>

test('branches are listed, found, made and deleted', async () => {
  const { as, commit } = await codeWorld()
  const first = await commit({ 'a.txt': '1' })
  const dan = as('dan')
  const made = await dan.reply(addBranch, { id, branch: 'feature/one', ref: 'main' })
  expect(made).toMatchObject({
    status: 201,
    body: {
      name: 'feature/one',
      merged: false,
      protected: false,
      default: false,
      can_push: true,
      commit: { id: first },
      web_url: 'http://weft.test/weft/loom/-/tree/feature/one',
    },
  })
  expect((await dan.reply(addBranch, { id, branch: 'feature/one', ref: 'main' })).body).toEqual({
    message: 'Branch already exists',
  })
  expect((await dan.reply(addBranch, { id, branch: 'two', ref: 'none' })).body).toEqual({
    message: 'Invalid reference name: none',
  })
  for (const branch of ['a b', '-x', 'x.lock', 'a..b', 'f'.repeat(40), 'x~1'])
    expect((await dan.reply(addBranch, { id, branch, ref: 'main' })).body, branch).toEqual({
      message: 'Branch name is invalid',
    })
  expect((await dan.reply(branchExists, { id, branch: 'feature/one' })).status).toBe(204)
  expect((await dan.reply(branchExists, { id, branch: 'two' })).status).toBe(404)
  expect((await dan.reply(getBranch, { id, branch: 'two' })).body).toEqual({ message: '404 Branch Not Found' })
  const names = async (input: Body) =>
    ((await dan.reply(listBranches, { id, ...input })).body as Body[]).map(each => each.name)
  expect(await names({})).toEqual(['feature/one', 'main'])
  expect(await names({ search: '^fea' })).toEqual(['feature/one'])
  expect(await names({ search: 'ain$' })).toEqual(['main'])
  expect(await names({ regex: '^m.in$' })).toEqual(['main'])
  expect((await dan.reply(listBranches, { id, regex: '(' })).status).toBe(400)
  expect((await dan.reply(removeBranch, { id, branch: 'main' })).status).toBe(400)
  expect((await as('rita').reply(removeBranch, { id, branch: 'feature/one' })).status).toBe(403)
  await commit({ 'z.txt': '1' }, { branch: 'ahead' })
  // The commits of the branch are in the default branch, and a branch at the same commit may just have been created.
  await commit({ 'b.txt': '1' })
  await dan.reply(addBranch, { id, branch: 'three', ref: 'main' })
  expect((await dan.reply(getBranch, { id, branch: 'feature/one' })).body).toMatchObject({ merged: true })
  expect((await dan.reply(removeMergedBranches, { id })).status).toBe(202)
  expect(await names({})).toEqual(['ahead', 'main', 'three'])
  expect((await dan.reply(removeBranch, { id, branch: 'ahead' })).status).toBe(204)
  expect((await dan.reply(removeBranch, { id, branch: 'ahead' })).status).toBe(404)
})

test('a pattern that would run for ever is stopped', async () => {
  const { as, commit } = await codeWorld()
  await commit({ 'a.txt': '1' })
  await commit({ 'a.txt': '2' }, { branch: 'a'.repeat(60) })
  // Without a time limit of its own, this would outlast the test.
  expect((await as('dan').reply(listBranches, { id, regex: '^(a+)+b$' })).status).toBe(400)
})

test('tags are listed by date, name and version, made plain or with a message, and deleted', async () => {
  const { as, commit } = await codeWorld()
  const first = await commit({ 'a.txt': '1' })
  const dan = as('dan')
  expect((await dan.reply(addTag, { id, tagName: 'v1.9', ref: 'main' })).body).toMatchObject({
    name: 'v1.9',
    message: '',
    target: first,
    created_at: null,
    release: null,
  })
  const noted = (await dan.reply(addTag, { id, tagName: 'v1.10', ref: first, message: 'Ten' })).body as Body
  expect(noted).toMatchObject({ message: 'Ten', commit: { id: first }, created_at: expect.stringMatching(/Z$/) })
  expect(noted.target).not.toBe(first)
  expect((await dan.reply(addTag, { id, tagName: 'v1.9', ref: 'main' })).body).toEqual({
    message: 'Tag v1.9 already exists',
  })
  expect((await dan.reply(addTag, { id, tagName: 'v2', ref: 'none' })).body).toEqual({
    message: 'Target none is invalid',
  })
  const names = async (input: Body) =>
    ((await dan.reply(listTags, { id, ...input })).body as Body[]).map(each => each.name)
  expect(await names({ orderBy: 'version', sort: 'asc' })).toEqual(['v1.9', 'v1.10'])
  expect(await names({ orderBy: 'name', sort: 'asc' })).toEqual(['v1.10', 'v1.9'])
  expect(await names({ search: '9$' })).toEqual(['v1.9'])
  expect((await dan.reply(getTag, { id, tagName: 'none' })).body).toEqual({ message: '404 Tag Not Found' })
  expect((await dan.reply(removeTag, { id, tagName: 'v1.9' })).status).toBe(204)
  expect(await names({})).toEqual(['v1.10'])
})

test('a protected branch is not thrown back by force', async () => {
  const { as, commit } = await codeWorld()
  await as('mina').call(protectBranch, { id, name: 'main', pushAccessLevel: 30 })
  const first = await commit({ 'a.txt': '1' })
  await commit({ 'a.txt': '2' })
  const forced = {
    id,
    startSha: first,
    force: true,
    commitMessage: 'x',
    actions: [{ action: 'update', filePath: 'a.txt', content: '3' }],
  }
  expect((await as('dan').reply(createCommit, { ...forced, branch: 'main' })).status).toBe(400)
  expect((await as('dan').reply(createCommit, { ...forced, branch: 'other' })).status).toBe(201)
})
