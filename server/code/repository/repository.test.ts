import { expect, test } from 'vitest'
import { listCommits } from '#contract/code/commits/commits.ts'
import { addFile, getFile } from '#contract/code/files/files.ts'
import { addBranch, listBranches, listTags } from '#contract/code/refs.ts'
import { getLanguages, listTree } from '#contract/code/repository.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { sizeBytes } from '#server/platform/git/storage.ts'
import { codeWorld } from '#test/world/code.ts'
import type { Member } from '#test/world/world.ts'
import { measure } from './follow.ts'

const id = 'weft/loom'

test.each<[Member | 'anon', number, number]>([
  ['olga', 200, 201],
  ['dan', 200, 201],
  ['rita', 200, 403],
  ['gus', 403, 403],
  ['nina', 404, 404],
  ['anon', 404, 404],
])('PERM-002 %s reads files with %i and writes them with %i', async (who, read, write) => {
  const { as, commit } = await codeWorld()
  await commit({ 'a.txt': 'a' })
  expect((await as(who).reply(getFile, { id, filePath: 'a.txt', ref: 'main' })).status).toBe(read)
  const change = { id, filePath: 'b.txt', branch: 'main', commitMessage: 'Add b', content: 'b' }
  expect((await as(who).reply(addFile, change)).status).toBe(write)
})

test('PLATFORM-011 the first branch of an empty repository starts at a default branch with a first commit', async () => {
  const { as, db, project, deliver } = await codeWorld()
  expect((await as('dan').reply(addBranch, { id, branch: 'trunk', ref: 'none' })).status).toBe(400)
  const made = await as('dan').reply(addBranch, { id, branch: 'trunk', ref: 'main' })
  const commit = { title: 'Initial commit', parent_ids: [] }
  expect(made).toMatchObject({ status: 201, body: { name: 'trunk', default: false, commit } })
  const branches = await as('dan').call(listBranches, { id })
  expect(branches.map(branch => [branch.name, branch.default])).toEqual([
    ['main', true],
    ['trunk', false],
  ])
  await deliver()
  const after = await db
    .selectFrom('projects')
    .select(['defaultBranch', 'commitCount'])
    .where('id', '=', project.id)
    .executeTakeFirst()
  expect(after).toEqual({ defaultBranch: 'main', commitCount: 1 })
  const file = { id, filePath: 'a.txt', branch: 'trunk', commitMessage: 'Add a', content: 'a' }
  expect((await as('dan').reply(addFile, file)).status).toBe(201)
  expect((await as('dan').reply(addBranch, { id, branch: 'other', ref: 'none' })).status).toBe(400)
})

test('PLATFORM-011 a project shows the facts of its default branch, also after another branch becomes it', async () => {
  const { as, commit, db, project, deliver } = await codeWorld()
  const facts = async () => {
    await deliver()
    const columns = ['commitCount', 'readmePath', 'languages'] as const
    return db.selectFrom('projects').select(columns).where('id', '=', project.id).executeTakeFirstOrThrow()
  }
  await commit({ 'README.md': 'Knots' })
  await as('mina').call(addFile, { id, filePath: 'a.py', branch: 'main', commitMessage: 'Add a', content: 'a = 1' })
  const ofMain = { commitCount: 2, readmePath: 'README.md', languages: ['Python'] }
  expect(await facts()).toEqual(ofMain)
  await as('mina').call(addBranch, { id, branch: 'other', ref: 'main' })
  await as('mina').call(addFile, {
    id,
    filePath: 'b.rb',
    branch: 'other',
    commitMessage: 'Add b',
    content: 'puts "a b"',
  })
  expect(await facts()).toEqual(ofMain)
  await as('mina').call(updateProject, { id, defaultBranch: 'other' })
  expect(await facts()).toEqual({ commitCount: 3, readmePath: 'README.md', languages: ['Ruby', 'Python'] })
})

test('PLATFORM-011 a push to another branch keeps the facts of the default branch that are stored while it is measured', async () => {
  const { as, commit, db, dir, project } = await codeWorld()
  await commit({ 'README.md': 'Knots' })
  const set = (facts: { readonly commitCount: number; readonly repositorySizeBytes?: number }) =>
    db.updateTable('projects').set(facts).where('id', '=', project.id).execute()
  await set({ commitCount: 1, repositorySizeBytes: 0 })
  const measured = measure(as('dan').ctx, project.id, dir, [{ ref: 'refs/heads/other' }])
  await set({ commitCount: 2 })
  await measured
  const columns = ['commitCount', 'repositorySizeBytes'] as const
  const facts = db.selectFrom('projects').select(columns).where('id', '=', project.id).executeTakeFirstOrThrow()
  expect(await facts).toEqual({ commitCount: 2, repositorySizeBytes: await sizeBytes(dir) })
})

test('an empty repository has no tree and no commits, and takes a first file', async () => {
  const { as, db, dir, project, deliver } = await codeWorld()
  expect((await as('dan').reply(listTree, { id })).body).toEqual({ message: '404 Tree Not Found' })
  expect((await as('dan').reply(listCommits, { id })).status).toBe(404)
  expect((await as('dan').reply(listBranches, { id })).body).toEqual([])
  expect((await as('dan').reply(listTags, { id })).body).toEqual([])
  expect((await as('dan').reply(getLanguages, { id })).body).toEqual({})
  const added = await as('dan').reply(addFile, {
    id,
    filePath: 'docs/ä ö.md',
    branch: 'main',
    commitMessage: 'First',
    content: Buffer.from('héllo').toString('base64'),
    encoding: 'base64',
  })
  expect(added).toMatchObject({ status: 201, body: { file_path: 'docs/ä ö.md', branch: 'main' } })
  const head = await findRef(dir, 'branch', 'main')
  const event = await db
    .selectFrom('events')
    .select('payload')
    .where('name', '=', 'repository.pushed')
    .executeTakeFirstOrThrow()
  expect(event.payload).toEqual({
    projectId: project.id,
    refs: [{ ref: 'refs/heads/main', before: null, after: head?.commitId }],
    mark: expect.any(String),
  })
  await deliver()
  const row = await db.selectFrom('projects').selectAll().where('id', '=', project.id).executeTakeFirstOrThrow()
  expect(row.commitCount).toBe(1)
  expect(row.repositorySizeBytes).toBeGreaterThan(100)
  expect(row.lastPushedAt).not.toBeNull()
  const [first] = await as('dan').call(listCommits, { id })
  expect(first).toMatchObject({ authorName: 'Dan', authorEmail: 'dan@weft.test', title: 'First', parentIds: [] })
})

test('commits within a minute of one another leave the row of their project alone', async () => {
  const { as, db, project } = await codeWorld()
  const commit = async (filePath: string) =>
    as('dan').call(addFile, { id, filePath, branch: 'main', commitMessage: 'Add', content: '' })
  const row = () => db.selectFrom('projects').selectAll().where('id', '=', project.id).executeTakeFirstOrThrow()
  const pushedSecondsAgo = async (seconds: number) => {
    const ago = new Date(Date.parse(as('dan').ctx.now) - seconds * 1_000).toISOString()
    await db
      .updateTable('projects')
      .set({ lastPushedAt: ago, lastActivityAt: ago })
      .where('id', '=', project.id)
      .execute()
    return ago
  }
  await commit('one')
  const recent = await pushedSecondsAgo(50)
  await commit('two')
  expect(await row()).toMatchObject({ lastPushedAt: recent, lastActivityAt: recent })
  const old = await pushedSecondsAgo(70)
  await commit('three')
  const { lastPushedAt, lastActivityAt } = await row()
  expect([lastPushedAt === old, lastActivityAt === lastPushedAt]).toEqual([false, true])
})

test('a first commit to another branch makes it the default one', async () => {
  const { as, db, project } = await codeWorld()
  await as('dan').call(addFile, { id, filePath: 'a', branch: 'trunk', commitMessage: 'First', content: '' })
  const row = await db.selectFrom('projects').select('defaultBranch').where('id', '=', project.id).executeTakeFirst()
  expect(row?.defaultBranch).toBe('trunk')
})

test('a statement count that does not grow with the list', async () => {
  const { as, commit, statements } = await codeWorld()
  for (let n = 0; n < 12; n++) await commit({ [`f${n}`]: '1' }, { branch: n === 0 ? 'main' : `b${n}` })
  expect(await statements(() => as('rita').call(listCommits, { id }))).toBe(1)
  // The project, and the rules for its branches.
  expect(await statements(() => as('rita').call(listBranches, { id }))).toBe(2)
  expect(await statements(() => as('rita').call(listTree, { id, recursive: true }))).toBe(1)
})
