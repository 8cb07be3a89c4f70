import { spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Invalid, TooLarge } from '#server/errors.ts'
import { blame } from './commits/blame.ts'
import { readCommit } from './commits/commit.ts'
import { contributors } from './commits/contributors.ts'
import { lastCommit, lastCommits } from './commits/last-commits.ts'
import { countCommits, readLog } from './commits/log.ts'
import { isAncestor, mergeBase } from './commits/merge-base.ts'
import { archive } from './files/archive.ts'
import { fileInfo, isBinary, readFile, streamBlob } from './files/blob.ts'
import { readTree, readTreeDeep } from './files/tree.ts'
import { maintain } from './maintain.ts'
import { parseTrailers } from './objects.ts'
import { readDefaultBranch } from './refs/ref-store.ts'
import { containingRefs, findRef, listRefs, readTag, resolveCommit, resolveRef } from './refs/refs.ts'
import { ann, type TestRepository, testRepository } from './test-repository.ts'
import { createBranch, createTag, updateRefs } from './writing/update-refs.ts'

let here: TestRepository
let commits: readonly [string, string, string, string]
const odd = 'docs/odd\nname "ü" .md'
const bob = { ...ann, name: 'Bob', email: 'bob@example.com', at: new Date('2026-02-03T00:00:00Z') }

beforeAll(async () => {
  here = await testRepository()
  const first = await here.commit({
    'README.md': '# One\ntwo\nthree\n',
    [odd]: 'odd\n',
    'src/a/deep.ts': 'x\n',
    'src/b.ts': 'y\n',
  })
  const second = await here.commit(
    { 'README.md': '# One\nTWO\nthree\n' },
    { author: bob, message: 'Second\n\nBody.\n\nReviewed-by: Ann\nReviewed-by: Cid\n' },
  )
  const side = await here.commit({ 'side.txt': 'side\n' }, { branch: 'side', start: first, message: 'Side' })
  await here.git(['clone', '-q', here.repo, 'clone'])
  const cwd = `${here.folder}/clone`
  await here.git(['merge', '-q', '--no-edit', 'origin/side'], { cwd })
  await here.git(['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', here.repo, 'module'], { cwd })
  await here.git(
    [
      'update-index',
      '--add',
      '--cacheinfo',
      `120000,${(await here.git(['hash-object', '-w', '--stdin'], { cwd, input: 'README.md' })).trim()},link`,
    ],
    { cwd },
  )
  await here.git(['commit', '-qm', 'Module and link'], { cwd })
  await here.git(['push', '-q'], { cwd })
  commits = [first, second, side, (await here.git(['rev-parse', 'HEAD'], { cwd })).trim()]
  await createTag(here.repo, 'v1.10', first, { message: 'Ten', tagger: ann })
  await createTag(here.repo, 'v1.9', first)
  await createBranch(here.repo, 'ünï/cöde', second)
  await updateRefs(here.repo, [{ ref: 'refs/keep-around/x', after: first }])
})
afterAll(() => here.remove())

test('PLATFORM-008 branches and tags are listed, searched and sorted', async () => {
  const names = async (...args: Parameters<typeof listRefs> extends [string, ...infer Rest] ? Rest : never) =>
    (await listRefs(here.repo, ...args)).map(ref => ref.name)
  expect(await names('branch')).toEqual(['main', 'side', 'ünï/cöde'])
  expect(await names('branch', { sort: 'name_desc' })).toEqual(['ünï/cöde', 'side', 'main'])
  expect((await names('branch', { sort: 'updated_desc' }))[0]).toBe('main')
  expect((await names('branch', { sort: 'updated_asc' })).at(-1)).toBe('main')
  expect(await names('branch', { search: '^S' })).toEqual(['side'])
  expect(await names('branch', { search: 'in$' })).toEqual(['main'])
  expect(await names('branch', { search: 'i' })).toEqual(['main', 'side'])
  expect(await names('tag', { sort: 'version_asc' })).toEqual(['v1.9', 'v1.10'])
  await here.git(['-C', here.repo, 'pack-refs', '--all'])
  expect(await names('branch')).toEqual(['main', 'side', 'ünï/cöde'])
  expect(await listRefs(here.repo, 'tag')).toMatchObject([
    { name: 'v1.10', isAnnotated: true, commitId: commits[0] },
    { name: 'v1.9', isAnnotated: false, commitId: commits[0], target: commits[0] },
  ])
})

test('a tag tells its message', async () => {
  const tag = await findRef(here.repo, 'tag', 'v1.10')
  expect(tag && (await readTag(here.repo, tag))).toMatchObject({
    message: 'Ten\n',
    target: commits[0],
    targetType: 'commit',
    tagger: { name: 'Ann Author', date: '2026-01-02T05:04:05.000+02:00' },
  })
})

test('refs resolve to commits', async () => {
  const [first, second, , last] = commits
  const { repo } = here
  expect(await resolveRef(repo, 'main')).toEqual({ commitId: last, kind: 'branch', fullName: 'refs/heads/main' })
  expect(await resolveRef(repo, 'v1.10')).toEqual({ commitId: first, kind: 'tag', fullName: 'refs/tags/v1.10' })
  expect(await resolveRef(repo, second)).toEqual({ commitId: second, kind: 'sha', fullName: null })
  expect(await resolveCommit(repo, 'HEAD')).toBe(last)
  expect(await resolveCommit(repo, second.slice(0, 8))).toBe(second)
  expect(await resolveCommit(repo, 'refs/heads/ünï/cöde')).toBe(second)
  expect(await resolveCommit(repo, 'main~2')).toBe(second)
  expect(await resolveCommit(repo, 'main^^')).toBe(second)
  for (const nothing of [
    'nope',
    '',
    'refs/keep-around/x',
    ':/Second',
    'main@{0}',
    'main..side',
    '--all',
    '-x',
    'a\nb',
    '\0',
    'f'.repeat(40),
    'main:README.md',
    '^main',
    `${first}:src`,
  ]) {
    expect([nothing, await resolveCommit(repo, nothing)]).toEqual([nothing, null])
  }
  await updateRefs(repo, [{ ref: `refs/heads/${second.slice(0, 6)}`, after: first }])
  expect(await resolveCommit(repo, second.slice(0, 6))).toBe(first)
  await updateRefs(repo, [{ ref: `refs/heads/${second.slice(0, 6)}`, after: null }])
  expect(await readDefaultBranch(repo)).toBe('main')
})

test('PLATFORM-008 folders list their entries, folders first', async () => {
  const [, , , last] = commits
  expect((await readTree(here.repo, last))?.map(({ type, mode, path }) => `${type} ${mode} ${path}`)).toEqual([
    'tree 040000 docs',
    'tree 040000 src',
    'blob 100644 .gitmodules',
    'blob 100644 README.md',
    'blob 120000 link',
    'blob 100644 side.txt',
    'commit 160000 module',
  ])
  expect(await readTree(here.repo, last, '/docs/')).toMatchObject([{ name: 'odd\nname "ü" .md', path: odd }])
  expect(await readTree(here.repo, last, 'nope')).toBeNull()
  expect(await readTree(here.repo, last, 'README.md')).toBeNull()
  expect(await readTree(here.repo, last, '../x')).toBeNull()
  const deep = await readTreeDeep(here.repo, last, 'src')
  expect(deep?.entries.map(entry => entry.path)).toEqual(['src/a', 'src/a/deep.ts', 'src/b.ts'])
  expect(await readTreeDeep(here.repo, last, '', { limit: 2, after: 'src/a' })).toMatchObject({
    entries: [{ path: 'src/a/deep.ts' }, { path: 'src/b.ts' }],
    hasMore: false,
  })
  expect(await readTreeDeep(here.repo, last, '', { limit: 2 })).toMatchObject({ hasMore: true })
})

test('PLATFORM-008 files are read with their mode and size', async () => {
  const [, , , last] = commits
  expect((await readFile(here.repo, last, odd))?.content.toString()).toBe('odd\n')
  expect(await readFile(here.repo, last, 'link')).toMatchObject({
    mode: '120000',
    content: Buffer.from('README.md'),
    name: 'link',
  })
  expect(await readFile(here.repo, last, 'module')).toBeNull()
  expect(await readFile(here.repo, last, 'src')).toBeNull()
  expect(await readFile(here.repo, last, 'src/b.ts/x')).toBeNull()
  const info = await fileInfo(here.repo, last, 'README.md')
  expect(info).toMatchObject({ sizeBytes: 16, mode: '100644' })
  expect(Buffer.concat(await (await streamBlob(here.repo, info?.id ?? '')).toArray()).toString()).toBe(
    '# One\nTWO\nthree\n',
  )
  await expect(readFile(here.repo, last, 'README.md', { maxBytes: 3 })).rejects.toThrow(TooLarge)
  expect([isBinary(Buffer.from('a\0b')), isBinary(Buffer.from('ab'))]).toEqual([true, false])
})

test('a commit tells everything', async () => {
  const [first, second] = commits
  expect(await readCommit(here.repo, second)).toMatchObject({
    id: second,
    parentIds: [first],
    title: 'Second',
    message: 'Second\n\nBody.\n\nReviewed-by: Ann\nReviewed-by: Cid\n',
    author: { name: 'Bob', email: 'bob@example.com', date: '2026-02-03T02:00:00.000+02:00' },
    trailers: { 'Reviewed-by': 'Cid' },
    extendedTrailers: { 'Reviewed-by': ['Ann', 'Cid'] },
    stats: { additions: 1, deletions: 1, total: 2, files: 1 },
  })
  expect((await readCommit(here.repo, first))?.stats).toMatchObject({ additions: 6, deletions: 0 })
  expect(await readCommit(here.repo, 'f'.repeat(40))).toBeNull()
  await expect(readCommit(here.repo, '--all')).rejects.toThrow(Invalid)
})

test.each([
  'Title\n\nKey: value\n',
  'Title\n\nBody: of text\nwithout trailers\n',
  'Key: value\n',
  'Title\n\nBody\n\nA-b: 1\nC: 2\n  continued\nD:3\n',
  'Title\n\nBody\n\nSigned-off-by: Ann <a@b>\nother\n',
  'Title\n\nsome\nlines\nmore\nagain\nSigned-off-by: Ann <a@b>\n',
  'Title\n\n(cherry picked from commit 1234)\nKey: x\n',
  'Title\n\nKey: x\n\nBody at the end\n',
  'Title\n\nkey with space: x\n',
])('trailers are those git finds: %j', async message => {
  const theirs = await here.git(['interpret-trailers', '--only-trailers', '--only-input', '--unfold', '--no-divider'], {
    input: message,
  })
  const ours = parseTrailers(message).map(([key, value]) => `${key}: ${value}\n`)
  expect(ours.join('')).toBe(theirs)
})

test('the log selects', async () => {
  const [first, second, side, last] = commits
  const { repo } = here
  const titles = async (options: Parameters<typeof readLog>[1]) =>
    (await readLog(repo, options)).map(commit => commit.title)
  expect(await titles({ from: [last] })).toHaveLength(5)
  expect(await titles({ from: [last], firstParent: true, limit: 10 })).toEqual([
    'Module and link',
    expect.stringContaining('Merge'),
    'Second',
    'Change files',
  ])
  expect(await titles({ from: [last], path: 'README.md' })).toEqual(['Second', 'Change files'])
  expect(await titles({ from: [last], path: odd })).toEqual(['Change files'])
  expect(await titles({ from: [last], author: 'BOB' })).toEqual(['Second'])
  expect(await titles({ from: [last], search: 'side' })).toHaveLength(2)
  expect(await titles({ from: [second], until: new Date('2026-01-15T00:00:00Z') })).toEqual(['Change files'])
  expect(await titles({ from: [second], since: new Date('2026-01-15T00:00:00Z') })).toEqual(['Second'])
  expect(await titles({ from: [second], notFrom: [first] })).toEqual(['Second'])
  expect(await titles({ from: [second], skip: 1, limit: 1 })).toEqual(['Change files'])
  expect(await titles({ all: true, limit: 100 })).toHaveLength(5)
  expect(await countCommits(repo, { from: [last], notFrom: [side] })).toBe(3)
  expect(await countCommits(repo, { from: [last], max: 2 })).toBe(2)
  await expect(readLog(repo, { from: ['--all'] })).rejects.toThrow(Invalid)
  await expect(readLog(repo, { from: [last], author: 'a\nb' })).rejects.toThrow(Invalid)
})

test('histories meet at their merge base', async () => {
  const [first, second, side, last] = commits
  expect(await mergeBase(here.repo, [second, side])).toBe(first)
  expect(await mergeBase(here.repo, [second, side, last])).toBe(first)
  expect(await isAncestor(here.repo, first, last)).toBe(true)
  expect(await isAncestor(here.repo, last, first)).toBe(false)
  expect(await containingRefs(here.repo, side)).toEqual({
    refs: [
      { type: 'branch', name: 'main' },
      { type: 'branch', name: 'side' },
    ],
    isCut: false,
  })
  expect(await containingRefs(here.repo, side, { limit: 1 })).toEqual({
    refs: [{ type: 'branch', name: 'main' }],
    isCut: true,
  })
})

test('each entry of a folder has the commit that last changed it', async () => {
  const other = await testRepository()
  const entries = async (commit: string, path = '') =>
    Object.fromEntries(
      (await lastCommits(other.repo, commit, path))?.map(entry => [entry.name, entry.lastCommit?.title]) ?? [],
    )
  await other.commit({ a: '1', 'dir/x': '1', 'dir/sub/y': '1', [odd]: '1' }, { message: 'one' })
  const two = await other.commit({ 'dir/sub/y': '2' }, { message: 'two' })
  expect(await entries(two)).toEqual({ a: 'one', dir: 'two', docs: 'one' })
  expect(await entries(two, 'dir')).toEqual({ x: 'one', sub: 'two' })
  expect(await entries(two, 'docs')).toEqual({ 'odd\nname "ü" .md': 'one' })
  const three = await other.commit({ a: '2' }, { message: 'three' })
  const four = await other.commit({ b: '1' }, { message: 'four' })
  expect(await entries(four)).toEqual({ a: 'three', b: 'four', dir: 'two', docs: 'one' })
  expect(await entries(four, 'dir')).toEqual({ x: 'one', sub: 'two' })
  const back = await other.commit({ a: '1' }, { message: 'back' })
  expect(await entries(back)).toMatchObject({ a: 'back', b: 'four' })
  const fork = await other.commit({ 'dir/x': 'side' }, { branch: 'fork', start: two, message: 'fork' })
  expect(await entries(fork)).toEqual({ a: 'one', dir: 'fork', docs: 'one' })
  expect(await entries(three)).toEqual({ a: 'three', dir: 'two', docs: 'one' })
  expect((await lastCommit(other.repo, back, 'dir/sub'))?.title).toBe('two')
  expect(await lastCommits(other.repo, back, 'nope')).toBeNull()
  await other.remove()
})

test('the last commit of one path is the right one at newer, older and other commits', async () => {
  const other = await testRepository()
  const lastOf = async (commit: string, path: string) => (await lastCommit(other.repo, commit, path))?.title ?? null
  const one = await other.commit({ a: '1', 'dir/x': '1' }, { message: 'one' })
  const two = await other.commit({ a: '2' }, { message: 'two' })
  const three = await other.commit({ 'dir/x': '2' }, { message: 'three' })
  const side = await other.commit({ a: 'side' }, { branch: 'side', start: one, message: 'side' })
  for (const _ of ['first', 'again'])
    for (const [commit, a, x] of [
      [one, 'one', 'one'],
      [three, 'two', 'three'],
      [two, 'two', 'one'],
      [side, 'side', 'one'],
      [three, 'two', 'three'],
    ] as const)
      expect([await lastOf(commit, 'a'), await lastOf(commit, '/dir/x'), await lastOf(commit, 'b')]).toEqual([
        a,
        x,
        null,
      ])
  expect([await lastOf(two, ''), await lastOf(three, 'dir')]).toEqual(['two', 'three'])
  await other.remove()
})

test('blame names who wrote each line', async () => {
  const [first, second, , last] = commits
  expect(await blame(here.repo, last, 'README.md')).toMatchObject([
    { commit: { id: first }, startLine: 1, lines: ['# One'] },
    { commit: { id: second }, startLine: 2, lines: ['TWO'] },
    { commit: { id: first }, startLine: 3, lines: ['three'] },
  ])
  expect(await blame(here.repo, last, 'README.md', { range: { start: 2, end: 3 } })).toHaveLength(2)
  await expect(blame(here.repo, last, 'README.md', { range: { start: 7, end: 9 } })).rejects.toThrow(Invalid)
  await expect(blame(here.repo, last, 'README.md', { range: { start: 3, end: 2 } })).rejects.toThrow(Invalid)
  expect(await blame(here.repo, last, odd)).toMatchObject([{ lines: ['odd'] }])
})

test.each([
  ['tar', ['tar', '-t']],
  ['tar.gz', ['tar', '-tz']],
  ['tar.bz2', ['tar', '-tj']],
] as const)('an archive has the files below its prefix: %s', async (format, [command, ...args]) => {
  const stream = await archive(here.repo, commits[3], { format, prefix: 'x-main', path: 'src' })
  const child = spawn(command, args)
  stream.pipe(child.stdin)
  const names = Buffer.concat(await child.stdout.toArray())
    .toString()
    .trim()
    .split('\n')
  expect(names).toEqual(['x-main/', 'x-main/src/', 'x-main/src/a/', 'x-main/src/a/deep.ts', 'x-main/src/b.ts'])
})

test('a zip archive is one, and a path that is not there is refused', async () => {
  const bytes = Buffer.concat(await (await archive(here.repo, commits[3], { format: 'zip' })).toArray())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  await expect(archive(here.repo, commits[3], { path: 'nope' })).rejects.toThrow(Invalid)
})

test('contributors are counted, merges not', async () => {
  expect(await contributors(here.repo, commits[3])).toEqual([
    { name: 'Ann Author', email: 'ann@example.com', commits: 2 },
    { name: 'Bob', email: 'bob@example.com', commits: 1 },
    { name: 'Dan Developer', email: 'dan@example.com', commits: 1 },
  ])
})

test('maintenance changes nothing that can be seen', async () => {
  const before = await here.git(['-C', here.repo, 'for-each-ref'])
  await maintain(here.repo)
  expect(await here.git(['-C', here.repo, 'for-each-ref'])).toBe(before)
  expect(await here.git(['-C', here.repo, 'fsck', '--no-dangling'])).toBe('')
  expect((await readFile(here.repo, commits[3], 'src/a/deep.ts'))?.content.toString()).toBe('x\n')
})
