import { expect, test } from 'vitest'
import {
  cherryPickCommit,
  getCommit,
  getCommitSequence,
  listCommitRefs,
  listCommits,
  revertCommit,
} from '#contract/code/commits/commits.ts'
import { compareRefs, getMergeBase, listContributors } from '#contract/code/repository.ts'
import { readFile } from '#server/platform/git/files/blob.ts'
import { codeWorld } from '#test/world/code.ts'

const id = 'weft/loom'
type JsonBody = Readonly<Record<string, unknown>>

test('commits are listed with filters, dates as they were written, and no totals', async () => {
  const { as, commit } = await codeWorld()
  const first = await commit({ 'a.txt': '1' })
  const at = new Date('2026-03-01T12:00:00Z')
  const second = await commit(
    { 'b.txt': '1\n2\n' },
    { message: 'Second', author: { name: 'Bea', email: 'bea@example.com', at, offset: '+0530' } },
  )
  const third = await commit({ 'c.txt': '1' }, { branch: 'feature/y', message: 'Third' })
  const list = async (input: JsonBody) => {
    const reply = await as('rita').reply(listCommits, { id, ...input })
    return Array.isArray(reply.body) ? reply.body.map(each => each.id) : reply.body
  }
  expect(await list({})).toEqual([second, first])
  expect(await list({ refName: 'feature/y' })).toEqual([third, second, first])
  expect(await list({ refName: 'main..feature/y' })).toEqual([third])
  expect(await list({ all: true })).toHaveLength(3)
  expect(await list({ path: 'b.txt' })).toEqual([second])
  expect(await list({ author: 'bea@' })).toEqual([second])
  expect(await list({ since: '2026-02-01T00:00:00Z' })).toEqual([second])
  expect(await list({ until: '2026-02-01T00:00:00Z' })).toEqual([first])
  expect(await list({ refName: 'none' })).toEqual({ message: '404 Commit Not Found' })
  const page = await as('rita').reply(listCommits, { id, perPage: 1, withStats: true })
  expect(page.headers['x-total']).toBeUndefined()
  expect(page.headers).toMatchObject({ 'x-next-page': '2', 'x-page': '1' })
  expect(page.headers.link).not.toContain('rel="last"')
  expect(page.body).toMatchObject([
    {
      authored_date: '2026-03-01T17:30:00.000+05:30',
      created_at: '2026-03-01T17:30:00.000+05:30',
      stats: { additions: 2 },
    },
  ])
  expect(await as('rita').call(getCommit, { id, sha: second.slice(0, 9) })).toMatchObject({
    id: second,
    stats: { total: 2 },
  })
  expect((await as('rita').call(getCommit, { id, sha: 'main', stats: false })).stats).toBeUndefined()
  expect((await as('rita').reply(getCommit, { id, sha: 'f'.repeat(40) })).body).toEqual({
    message: '404 Commit Not Found',
  })
  expect(await as('rita').call(getCommitSequence, { id, sha: second })).toEqual({ count: 2 })
  expect(await as('rita').call(listCommitRefs, { id, sha: first, type: 'branch' })).toEqual([
    { type: 'branch', name: 'feature/y' },
    { type: 'branch', name: 'main' },
  ])
  const all = await as('rita').call(listContributors, { id })
  expect(all).toEqual([
    { name: 'Ann Author', email: 'ann@example.com', commits: 1, additions: 0, deletions: 0 },
    { name: 'Bea', email: 'bea@example.com', commits: 1, additions: 0, deletions: 0 },
  ])
})

test('two refs compare, oldest commit first, and have a merge base', async () => {
  const { as, commit } = await codeWorld()
  const base = await commit({ 'a.txt': '1\n' })
  const one = await commit({ 'f.txt': 'f\n' }, { branch: 'feature' })
  const two = await commit({ 'g.txt': 'g\n' }, { branch: 'feature' })
  await commit({ 'a.txt': '2\n' })
  const found = await as('rita').call(compareRefs, { id, from: 'main', to: 'feature' })
  expect(found.commits.map(each => each.id)).toEqual([one, two])
  expect(found).toMatchObject({ commit: { id: two }, compareTimeout: false, compareSameRef: false })
  expect(found.diffs.map(diff => diff.newPath)).toEqual(['f.txt', 'g.txt'])
  expect((await as('rita').call(compareRefs, { id, from: 'main', to: 'feature', straight: true })).diffs).toHaveLength(
    3,
  )
  expect((await as('rita').reply(compareRefs, { id, from: 'main' })).body).toEqual({ error: 'to is missing' })
  expect((await as('rita').reply(compareRefs, { id, from: 'main', to: 'none' })).status).toBe(404)
  expect((await as('rita').call(getMergeBase, { id, refs: ['main', 'feature'] })).id).toBe(base)
  expect((await as('rita').reply(getMergeBase, { id, refs: ['main'] })).status).toBe(400)
  expect((await as('rita').reply(getMergeBase, { id, refs: ['main', 'x'] })).body).toEqual({
    message: 'Could not find ref: x',
  })
})

test('a commit is picked to another branch and undone again', async () => {
  const { as, commit, dir } = await codeWorld()
  await commit({ 'a.txt': '1\n2\n3\n' })
  await commit({ 'other.txt': 'o' }, { branch: 'stable' })
  const fix = await commit({ 'a.txt': '1\nfixed\n3\n' }, { message: 'Fix two' })
  const dry = await as('dan').reply(cherryPickCommit, { id, sha: fix, branch: 'stable', dryRun: true })
  expect(dry).toMatchObject({ status: 200, body: { dry_run: 'success' } })
  const picked = await as('dan').call(cherryPickCommit, { id, sha: fix, branch: 'stable' })
  expect(picked).toMatchObject({ authorName: 'Ann Author', committerName: 'Dan' })
  expect(picked.message).toContain(`(cherry picked from commit ${fix})`)
  expect((await readFile(dir, picked.id, 'a.txt'))?.content.toString()).toBe('1\nfixed\n3\n')
  expect((await readFile(dir, picked.id, 'other.txt'))?.content.toString()).toBe('o')
  const again = await as('dan').reply(cherryPickCommit, { id, sha: fix, branch: 'stable' })
  expect(again).toMatchObject({ status: 400, body: { error_code: 'empty' } })
  const undone = await as('dan').call(revertCommit, { id, sha: fix, branch: 'main' })
  expect(undone.title).toBe('Revert "Fix two"')
  expect((await readFile(dir, undone.id, 'a.txt'))?.content.toString()).toBe('1\n2\n3\n')
  await commit({ 'a.txt': '1\nelse\n3\n' })
  const conflict = await as('dan').reply(revertCommit, { id, sha: fix, branch: 'main' })
  expect(conflict).toMatchObject({ status: 400, body: { error_code: 'conflict' } })
})
