import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  cherryPickCommit,
  createCommit,
  getCommit,
  getCommitDiff,
  getCommitSequence,
  listCommitRefs,
  listCommits,
  revertCommit,
} from '#contract/code/commits/commits.ts'
import { addFile, getBlame, getFile, getRawFile, headFile, removeFile, updateFile } from '#contract/code/files/files.ts'
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
import {
  compareRefs,
  getArchiveAs,
  getBlob,
  getLanguages,
  getMergeBase,
  getRawBlob,
  listContributors,
  listTree,
} from '#contract/code/repository.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { readFile } from '#server/platform/git/files/blob.ts'
import { processesOf } from '#server/platform/git/processes/spawner.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { sizeBytes } from '#server/platform/git/storage.ts'
import { codeWorld } from '#test/world/code.ts'
import type { Member } from '#test/world/world.ts'
import { measure } from './follow.ts'

const id = 'weft/loom'
type Body = Readonly<Record<string, unknown>>

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

test('PLATFORM-011 the first branch of an empty repository makes its first commit', async () => {
  const { as, db, project, deliver } = await codeWorld()
  const made = await as('dan').reply(addBranch, { id, branch: 'trunk', ref: 'main' })
  expect(made).toMatchObject({
    status: 201,
    body: { name: 'trunk', default: true, commit: { title: 'Initial commit', parent_ids: [] } },
  })
  await deliver()
  const after = await db
    .selectFrom('projects')
    .select(['defaultBranch', 'commitCount'])
    .where('id', '=', project.id)
    .executeTakeFirst()
  expect(after).toEqual({ defaultBranch: 'trunk', commitCount: 1 })
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

test('the tree comes in pages, by number and by token, flat and deep', async () => {
  const { as, commit } = await codeWorld()
  await commit({ 'b/x.ts': 'x', 'b/c/y.ts': 'y', 'a.txt': 'a', 'ü☃.txt': 'u' })
  const flat = await as('rita').reply(listTree, { id, perPage: 2 })
  expect((flat.body as Body[]).map(each => [each.name, each.type, each.mode])).toEqual([
    ['b', 'tree', '040000'],
    ['a.txt', 'blob', '100644'],
  ])
  expect(flat.headers).toMatchObject({ 'x-total': '3', 'x-next-page': '2', 'x-total-pages': '2' })
  const deep = await as('rita').call(listTree, { id, recursive: true, perPage: 100 })
  expect(deep.map(entry => entry.path).sort()).toEqual(['a.txt', 'b', 'b/c', 'b/c/y.ts', 'b/x.ts', 'ü☃.txt'])
  const first = await as('rita').reply(listTree, { id, pagination: 'keyset', perPage: 1 })
  expect(first.headers.link).toContain('page_token=b')
  expect(first.headers['x-total']).toBeUndefined()
  const second = await as('rita').reply(listTree, { id, pagination: 'keyset', perPage: 5, pageToken: 'b' })
  expect((second.body as Body[]).map(each => each.name)).toEqual(['a.txt', 'ü☃.txt'])
  expect(second.headers.link).toBeUndefined()
  expect((await as('rita').reply(listTree, { id, path: 'none' })).status).toBe(404)
  expect((await as('rita').reply(listTree, { id, ref: 'none' })).status).toBe(404)
})

test('all of a deep tree comes page by page, each by as few folders as it shows, without a process of git', async () => {
  const { as, commit } = await codeWorld()
  const paths = ['a.txt', 'a/b/c/d.txt', 'a/b/e.txt', 'a0.txt', 'b/f.txt', 'b/g.txt', 'z.txt']
  await commit(Object.fromEntries(paths.map(path => [path, path])))
  const asked = { id, recursive: true, pagination: 'keyset', perPage: 3 } as const
  const page = async (pageToken?: string, path?: string) => {
    const { body, headers } = await as('rita').reply(listTree, { ...asked, pageToken, path })
    return { paths: (body as Body[]).map(each => each.path), hasNext: headers.link !== undefined }
  }
  const whole = (await as('rita').call(listTree, { id, recursive: true, perPage: 100 })).map(entry => entry.path)
  expect(whole).toEqual([
    'a.txt',
    'a',
    'a/b',
    'a/b/c',
    'a/b/c/d.txt',
    'a/b/e.txt',
    ...paths.slice(3, 4),
    'b',
    ...paths.slice(4),
  ])
  const seen: string[] = []
  let token: string | undefined
  let more = true
  const all = async () => {
    while (more) {
      const found = await page(token)
      seen.push(...(found.paths as string[]))
      token = seen.at(-1)
      more = found.hasNext
    }
  }
  expect(await processesOf(all)).toBe(0)
  expect(seen).toEqual(whole)
  expect(await page('a/b/c', 'a')).toEqual({ paths: ['a/b/c/d.txt', 'a/b/e.txt'], hasNext: false })
  expect((await page('no such entry')).paths).toEqual(whole.slice(0, 3))
  expect((await as('rita').reply(listTree, { ...asked, path: 'none' })).status).toBe(404)
})

test('a file comes with its content, in headers alone, and raw', async () => {
  const { as, commit } = await codeWorld()
  const text = 'grüße\n'
  const first = await commit({ 'a/ü b.txt': text })
  const second = await commit({ 'other.txt': '1' })
  const file = (await as('rita').reply(getFile, { id, filePath: 'a/ü b.txt', ref: 'HEAD' })).body as Body
  const sha256 = createHash('sha256').update(text).digest('hex')
  expect(file).toMatchObject({
    file_name: 'ü b.txt',
    file_path: 'a/ü b.txt',
    size: 8,
    encoding: 'base64',
    content: Buffer.from(text).toString('base64'),
    content_sha256: sha256,
    ref: 'HEAD',
    commit_id: second,
    last_commit_id: first,
    execute_filemode: false,
  })
  const head = await as('rita').reply(headFile, { id, filePath: 'a/ü b.txt', ref: 'main' })
  expect(head.headers).toMatchObject({
    'x-gitlab-blob-id': file.blob_id,
    'x-gitlab-content-sha256': sha256,
    'x-gitlab-size': '8',
    'x-gitlab-file-name': '%C3%BC%20b.txt',
    'x-gitlab-last-commit-id': first,
  })
  const raw = await as('rita').reply(getRawFile, { id, filePath: 'a/ü b.txt' })
  expect(String(raw.body)).toBe(text)
  expect(raw.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect((await as('rita').reply(getFile, { id, filePath: 'none', ref: 'main' })).body).toEqual({
    message: '404 File Not Found',
  })
  expect((await as('rita').reply(getFile, { id, filePath: 'a', ref: 'main' })).status).toBe(404)
  expect((await as('rita').reply(getFile, { id, filePath: 'a' })).body).toEqual({ error: 'ref is missing' })
  const blob = await as('rita').reply(getBlob, { id, sha: String(file.blob_id) })
  expect(blob.body).toEqual({ size: 8, encoding: 'base64', content: file.content, sha: file.blob_id })
  expect(String((await as('rita').reply(getRawBlob, { id, sha: String(file.blob_id) })).body)).toBe(text)
  expect((await as('rita').reply(getBlob, { id, sha: 'f'.repeat(40) })).body).toEqual({ message: '404 Blob Not Found' })
  const blame = await as('rita').call(getBlame, { id, filePath: 'a/ü b.txt', ref: 'main' })
  expect(blame).toMatchObject([{ commit: { id: first }, lines: ['grüße'] }])
  expect(
    (await as('rita').reply(getBlame, { id, filePath: 'a/ü b.txt', ref: 'main', range: { start: 5, end: 9 } })).status,
  ).toBe(400)
})

test('a huge file is streamed, and not held in an answer', async () => {
  const { as, commit } = await codeWorld()
  const bytes = Buffer.alloc(24 * 1024 * 1024, 'line of text\n')
  await commit({ 'huge.txt': bytes })
  const raw = await as('rita').reply(getRawFile, { id, filePath: 'huge.txt' })
  expect(raw.headers['content-length']).toBe(String(bytes.length))
  expect((raw.body as Buffer).equals(bytes)).toBe(true)
  const head = await as('rita').reply(headFile, { id, filePath: 'huge.txt', ref: 'main' })
  expect(head.headers['x-gitlab-content-sha256']).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect((await as('rita').reply(getFile, { id, filePath: 'huge.txt', ref: 'main' })).status).toBe(413)
})

test('files are changed and deleted, and a stale or wrong change is refused with the sentence of the contract', async () => {
  const { as, commit, dir } = await codeWorld()
  const first = await commit({ 'a.txt': 'one', 'b.bin': Buffer.from([0, 255]) })
  const dan = as('dan')
  const change = { id, filePath: 'a.txt', branch: 'main', commitMessage: 'Change' }
  expect((await dan.reply(addFile, { ...change, content: 'x' })).body).toEqual({
    message: 'A file with this name already exists',
  })
  expect((await dan.reply(updateFile, { ...change, content: 'two', lastCommitId: first })).status).toBe(200)
  expect((await dan.reply(updateFile, { ...change, content: 'three', lastCommitId: first })).body).toEqual({
    message: 'You are attempting to update a file that has changed since you started editing it.',
  })
  const binary = Buffer.from([0, 1, 2, 255])
  await dan.call(updateFile, {
    ...change,
    filePath: 'b.bin',
    content: binary.toString('base64'),
    encoding: 'base64',
    executeFilemode: true,
  })
  const head = (await findRef(dir, 'branch', 'main'))?.commitId ?? ''
  expect(await readFile(dir, head, 'b.bin')).toMatchObject({ content: binary, mode: '100755' })
  expect((await dan.reply(updateFile, { ...change, content: '*', encoding: 'base64' })).status).toBe(400)
  expect((await dan.reply(removeFile, { ...change, filePath: 'none' })).body).toEqual({
    message: "A file with this name doesn't exist",
  })
  expect((await dan.reply(removeFile, change)).status).toBe(204)
  expect((await dan.reply(removeFile, { id, filePath: 'b.bin', branch: 'main' })).body).toEqual({
    error: 'commit_message is missing',
  })
  expect((await dan.reply(addFile, { ...change, branch: 'new', content: 'x' })).body).toEqual({
    message: 'You can only create or edit files when you are on a branch',
  })
  expect((await dan.reply(addFile, { ...change, branch: 'new', startBranch: 'main', content: 'x' })).status).toBe(201)
  for (const filePath of ['../x', '.git/config', 'a/../b'])
    expect((await dan.reply(addFile, { ...change, filePath, content: 'x' })).status, filePath).toBe(400)
})

test('a commit of many actions', async () => {
  const { as, commit } = await codeWorld()
  await commit({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n', 'run.sh': '#!/bin/sh\n' })
  const made = await as('dan').call(createCommit, {
    id,
    branch: 'feature/x',
    startBranch: 'main',
    commitMessage: 'Do it\n\nCo-authored-by: Ann <ann@example.com>\n',
    authorName: 'Somebody Else',
    authorEmail: 'else@example.com',
    actions: [
      { action: 'create', filePath: 'new/d.txt', content: 'd\n' },
      { action: 'update', filePath: 'a.txt', content: 'aa\n' },
      { action: 'delete', filePath: 'b.txt' },
      { action: 'move', filePath: 'moved.txt', previousPath: 'c.txt' },
      { action: 'chmod', filePath: 'run.sh', executeFilemode: true },
    ],
  })
  expect(made).toMatchObject({
    title: 'Do it',
    authorName: 'Somebody Else',
    committerName: 'Dan',
    committerEmail: 'dan@weft.test',
    stats: { additions: 2, deletions: 2, total: 4 },
    trailers: { 'Co-authored-by': 'Ann <ann@example.com>' },
    webUrl: expect.stringContaining('http://weft.test/weft/loom/-/commit/'),
  })
  const diffs = await as('rita').call(getCommitDiff, { id, sha: 'feature/x', unidiff: true })
  expect(diffs.map(diff => [diff.oldPath, diff.newPath, diff.newFile, diff.deletedFile, diff.renamedFile])).toEqual([
    ['a.txt', 'a.txt', false, false, false],
    ['b.txt', 'b.txt', false, true, false],
    ['c.txt', 'moved.txt', false, false, true],
    ['new/d.txt', 'new/d.txt', true, false, false],
    ['run.sh', 'run.sh', false, false, false],
  ])
  expect(diffs[0]?.diff).toBe('--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+aa\n')
  expect(diffs[4]).toMatchObject({ aMode: '100644', bMode: '100755' })
  const refuse = async (actions: readonly Body[]) =>
    (await as('dan').reply(createCommit, { id, branch: 'main', commitMessage: 'x', actions })).body
  expect(await refuse([])).toEqual({ message: 'actions is empty' })
  expect(await refuse([{ action: 'burn', filePath: 'a' }])).toEqual({
    error: 'actions[action] does not have a valid value',
  })
  expect(await refuse([{ action: 'move', filePath: 'x' }])).toEqual({ message: 'previous_path is missing' })
  expect(await refuse([{ action: 'update', filePath: 'none', content: '' }])).toEqual({
    message: "A file with this name doesn't exist",
  })
})

test('writers at the same time all get in', async () => {
  const { as, commit, dir } = await codeWorld({ commits: true })
  await commit({ 'a.txt': 'a' })
  const write = (name: string) =>
    as('dan').reply(addFile, { id, filePath: name, branch: 'main', commitMessage: name, content: name })
  const names = Array.from({ length: 30 }, (_each, index) => `w${index}`)
  const replies = await Promise.all(names.map(write))
  expect(replies.map(({ status, body }) => (status === 201 ? 201 : body))).toEqual(names.map(() => 201))
  const head = (await findRef(dir, 'branch', 'main'))?.commitId ?? ''
  for (const name of names) expect((await readFile(dir, head, name))?.content.toString()).toBe(name)
})

test('commits picked at the same time all get in', async () => {
  const { as, commit, dir } = await codeWorld({ commits: true })
  await commit({ 'a.txt': 'a' })
  const names = Array.from({ length: 6 }, (_each, index) => `p${index}`)
  const shas: string[] = []
  for (const name of names) shas.push(await commit({ [name]: name }, { branch: 'feature/y' }))
  const replies = await Promise.all(shas.map(sha => as('dan').reply(cherryPickCommit, { id, sha, branch: 'main' })))
  expect(replies.map(({ status, body }) => (status === 201 ? 201 : body))).toEqual(names.map(() => 201))
  const head = (await findRef(dir, 'branch', 'main'))?.commitId ?? ''
  for (const name of names) expect((await readFile(dir, head, name))?.content.toString()).toBe(name)
})

test('of writers at the same time who name the commit they start from, one gets in', async () => {
  const { as, commit } = await codeWorld({ commits: true })
  const first = await commit({ 'a.txt': 'a' })
  const statuses = async (write: (name: string) => Promise<{ status: number }>) =>
    (await Promise.all(['w1', 'w2', 'w3'].map(write))).map(({ status }) => status).toSorted()
  const update = (content: string) => ({ id, branch: 'main', commitMessage: content, content, lastCommitId: first })
  expect(await statuses(name => as('dan').reply(updateFile, { ...update(name), filePath: 'a.txt' }))).toEqual([
    200, 400, 400,
  ])
  const head = (await as('dan').call(getCommit, { id, sha: 'main' })).id
  const add = (filePath: string) => ({ action: 'create' as const, filePath, content: '' })
  expect(
    await statuses(name =>
      as('dan').reply(createCommit, { id, branch: 'main', commitMessage: name, startSha: head, actions: [add(name)] }),
    ),
  ).toEqual([201, 400, 400])
})

test('commits are listed with filters, dates as they were written, and no totals', async () => {
  const { as, commit } = await codeWorld()
  const first = await commit({ 'a.txt': '1' })
  const at = new Date('2026-03-01T12:00:00Z')
  const second = await commit(
    { 'b.txt': '1\n2\n' },
    { message: 'Second', author: { name: 'Bea', email: 'bea@example.com', at, offset: '+0530' } },
  )
  const third = await commit({ 'c.txt': '1' }, { branch: 'feature/y', message: 'Third' })
  const list = async (input: Body) => {
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

test('branches are listed, found, made and deleted', async () => {
  const { as, commit } = await codeWorld()
  const first = await commit({ 'a.txt': '1' })
  const dan = as('dan')
  const made = await dan.reply(addBranch, { id, branch: 'feature/one', ref: 'main' })
  expect(made).toMatchObject({
    status: 201,
    body: {
      name: 'feature/one',
      merged: true,
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
  expect((await dan.reply(removeMergedBranches, { id })).status).toBe(202)
  expect(await names({})).toEqual(['ahead', 'main'])
  expect((await dan.reply(removeBranch, { id, branch: 'ahead' })).status).toBe(204)
  expect((await dan.reply(removeBranch, { id, branch: 'ahead' })).status).toBe(404)
})

test('a pattern that would run for ever is stopped', async () => {
  const { as, commit } = await codeWorld()
  await commit({ 'a.txt': '1' })
  await commit({ 'a.txt': '2' }, { branch: 'a'.repeat(60) })
  // Without an end of its own this would outlast the test.
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

test('languages by bytes, and an archive of a folder', async () => {
  const { as, commit } = await codeWorld()
  await commit({ 'a.ts': 'x'.repeat(750), 'b.css': 'y'.repeat(250), 'README.md': 'z'.repeat(999), 'vendor/v.js': 'v' })
  expect((await as('rita').reply(getLanguages, { id })).body).toEqual({ TypeScript: 75, CSS: 25 })
  const tar = await as('rita').reply(getArchiveAs, { id, format: 'tar', path: 'vendor' })
  const text = (tar.body as Buffer).toString('latin1')
  expect(text).toContain('vendor/v.js')
  expect(text).not.toContain('a.ts')
  expect((await as('rita').reply(getArchiveAs, { id, format: 'exe' })).status).toBe(404)
  expect((await as('rita').reply(getArchiveAs, { id, format: 'zip', sha: 'none' })).status).toBe(404)
})

test('an archive leaves paths out, also all that there is, and takes their names as they are', async () => {
  const { as, commit } = await codeWorld()
  await commit({ 'src/a.ts': 'aa', 'src/b*.ts': 'bb', 'src/bb.ts': 'cc', 'docs/d.md': 'dd' })
  const namesWithout = async (excludePaths: readonly string[], path?: string) => {
    const given = { id, format: 'tar', excludePaths, ...(path !== undefined && { path }) }
    const { status, body } = await as('rita').reply(getArchiveAs, given)
    expect(status).toBe(200)
    return (body as Buffer).toString('latin1').match(/[abd]b?\*?\.(?:ts|md)(?=\0)/g) ?? []
  }
  expect(await namesWithout(['docs', 'src/b*.ts', 'none', '../x'])).toEqual(['a.ts', 'bb.ts'])
  expect(await namesWithout(['src/a.ts'], 'src')).toEqual(['b*.ts', 'bb.ts'])
  expect(await namesWithout(['docs', 'src'])).toEqual([])
  await commit({ 'docs/d.md': null })
  expect(await namesWithout(['/src/'])).toEqual([])
  const many = { id, format: 'zip', excludePaths: Array.from({ length: 101 }, (_, at) => `${at}`) }
  expect((await as('rita').reply(getArchiveAs, many)).body).toEqual({
    message: { exclude_paths: ['can name at most 100 paths'] },
  })
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

test('a statement count that does not grow with the list', async () => {
  const { as, commit, statements } = await codeWorld()
  for (let n = 0; n < 12; n++) await commit({ [`f${n}`]: '1' }, { branch: n === 0 ? 'main' : `b${n}` })
  expect(await statements(() => as('rita').call(listCommits, { id }))).toBe(1)
  // The project, and the rules for its branches.
  expect(await statements(() => as('rita').call(listBranches, { id }))).toBe(2)
  expect(await statements(() => as('rita').call(listTree, { id, recursive: true }))).toBe(1)
})
