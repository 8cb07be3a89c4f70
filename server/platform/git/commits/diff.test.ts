import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { emptyTree } from '../objects.ts'
import { processesOf } from '../processes/spawner.ts'
import { type TestRepository, testRepository } from '../test-repository.ts'
import { commitStats } from './commit.ts'
import { compare, compareHistories } from './compare.ts'
import { countChangedFiles } from './count-changed-files.ts'
import { commitDiff, diff, unquote } from './diff.ts'

let here: TestRepository
beforeEach(async () => {
  here = await testRepository()
})
afterEach(() => here.remove())

const lines = (count: number, word = 'line') =>
  Array.from({ length: count }, (_, index) => `${word} ${index}\n`).join('')

test('every kind of change is told apart', async () => {
  const cwd = `${here.folder}/clone`
  await here.commit({
    'changed.txt': 'one\ntwo\nthree\n',
    'gone.txt': 'gone\n',
    'old name.txt': lines(20),
    'mode.sh': 'x\n',
    'link or file': 'file\n',
    'data.bin': Buffer.from([0, 1, 2]),
    'no newline': 'end',
    'odd\nname\t"ü"': 'odd\n',
    'looks/like.txt': '1\n',
  })
  await here.git(['clone', '-q', here.repo, 'clone'])
  const blob = async (input: string) => (await here.git(['hash-object', '-w', '--stdin'], { cwd, input })).trim()
  const put = async (mode: string, path: string, input: string) =>
    here.git(['update-index', '--add', '--cacheinfo', mode, await blob(input), path], { cwd })
  await here.git(['mv', 'old name.txt', 'new name.txt'], { cwd })
  await put('100644', 'new name.txt', `${lines(20)}more\n`)
  await put('100644', 'changed.txt', 'one\n2\nthree\nfour\n')
  await here.git(['rm', '-q', 'gone.txt'], { cwd })
  await put('100755', 'mode.sh', 'x\n')
  await put('120000', 'link or file', 'target')
  await put('100644', 'data.bin', '\0changed')
  await put('100644', 'no newline', 'END')
  await put('100644', 'odd\nname\t"ü"', 'odder\n')
  await put('100644', 'added.txt', 'added\n')
  await put('100644', 'empty.txt', '')
  await put('100644', 'looks/like.txt', '1\n-- a/x\n++ b/x\ndiff --git a/x b/x\n@@ -1 +1 @@\n')
  await here.git(['update-index', '--add', '--cacheinfo', '160000', '1'.repeat(40), 'module'], { cwd })
  await here.git(['commit', '-qm', 'Changes'], { cwd })
  await here.git(['push', '-q'], { cwd })
  const head = (await here.git(['rev-parse', 'HEAD'], { cwd })).trim()

  const found = await commitDiff(here.repo, head)
  expect(found?.overflow).toBe(false)
  const brief = found?.files.map(
    ({ oldPath, newPath, aMode, bMode, newFile, deletedFile, renamedFile, binary, additions, deletions }) =>
      `${newFile ? 'A' : deletedFile ? 'D' : renamedFile ? 'R' : 'M'}${binary ? 'B' : ''} ${aMode} ${bMode} +${additions} -${deletions} ${oldPath === newPath ? newPath : `${oldPath} => ${newPath}`}`,
  )
  expect(brief).toEqual([
    'A 0 100644 +1 -0 added.txt',
    'M 100644 100644 +2 -1 changed.txt',
    'MB 100644 100644 +0 -0 data.bin',
    'A 0 100644 +0 -0 empty.txt',
    'D 100644 0 +0 -1 gone.txt',
    'D 100644 0 +0 -1 link or file',
    'A 0 120000 +1 -0 link or file',
    'M 100644 100644 +4 -0 looks/like.txt',
    'M 100644 100755 +0 -0 mode.sh',
    'A 0 160000 +1 -0 module',
    'R 100644 100644 +1 -0 old name.txt => new name.txt',
    'M 100644 100644 +1 -1 no newline',
    'M 100644 100644 +1 -1 odd\nname\t"ü"',
  ])
  const parent = (await here.git(['rev-parse', 'HEAD^'], { cwd })).trim()
  expect(await countChangedFiles(here.repo, parent, head)).toBe(found?.files.length)
  const text = (path: string) => found?.files.find(file => file.newPath === path)?.diff
  expect(text('changed.txt')).toBe('@@ -1,3 +1,4 @@\n one\n-two\n+2\n three\n+four\n')
  expect(text('no newline')).toBe(
    '@@ -1 +1 @@\n-end\n\\ No newline at end of file\n+END\n\\ No newline at end of file\n',
  )
  expect(text('looks/like.txt')).toBe('@@ -1 +1,5 @@\n 1\n+-- a/x\n+++ b/x\n+diff --git a/x b/x\n+@@ -1 +1 @@\n')
  expect(text('module')).toBe(`@@ -0,0 +1 @@\n+Subproject commit ${'1'.repeat(40)}\n`)
  expect(text('data.bin')).toBe('')
})

test('a first commit is a diff from nothing; a merge is one from its first parent', async () => {
  const first = await here.commit({ a: 'a\n' })
  expect((await commitDiff(here.repo, first))?.files).toMatchObject([
    { newPath: 'a', newFile: true, diff: '@@ -0,0 +1 @@\n+a\n' },
  ])
  expect(await commitDiff(here.repo, 'f'.repeat(40))).toBeNull()
})

test('large files are collapsed, larger ones left out, and the whole has its limits', async () => {
  const first = await here.commit({ small: 'x\n' })
  const second = await here.commit({
    small: 'y\n',
    'medium.txt': lines(2_000, 'some words to fill the line'),
    'large.txt': lines(20_000, 'some words to fill the line'),
    'long line.txt': `${'x'.repeat(1_000_000)}\nshort\n`,
    'after.txt': 'after\n',
    'random.bin': randomBytes(2_000_000),
  })
  const { files } = await diff(here.repo, first, second)
  const brief = files.map(({ newPath, collapsed, tooLarge, diff: text, additions }) => [
    newPath,
    collapsed,
    tooLarge,
    text.length > 0,
    additions,
  ])
  expect(brief).toEqual([
    ['after.txt', false, false, true, 1],
    ['large.txt', false, true, false, 20_000],
    ['long line.txt', false, true, false, 2],
    ['medium.txt', true, false, false, 2_000],
    ['random.bin', false, false, false, 0],
    ['small', true, false, false, 1],
  ])
  const expanded = await diff(here.repo, first, second, { expanded: true, paths: ['medium.txt', 'large.txt'] })
  expect(expanded.files.map(({ newPath, diff: text }) => [newPath, text.length > 0])).toEqual([
    ['large.txt', false],
    ['medium.txt', true],
  ])
  expect(await diff(here.repo, first, second, { limits: { maxFiles: 2 } })).toMatchObject({
    overflow: true,
    files: [{}, {}],
  })
  const few = await diff(here.repo, first, second, { limits: { maxLines: 10_000 } })
  expect(few).toMatchObject({ overflow: true })
  expect(few.files).toHaveLength(2)
})

test('a line of megabytes is put together once, not with every chunk that git sends', async () => {
  const text = 'x'.repeat(4_000_000)
  const id = await here.commit({ 'long.txt': text })
  const joining = vi.spyOn(Buffer, 'concat')
  onTestFinished(() => joining.mockRestore())
  const limits = { maxPatchBytes: 12 * 1024 * 1024 }
  const { files } = await diff(here.repo, null, id, { limits, expanded: true })
  expect(files[0]?.diff).toContain(`+${text}`)
  const joined = joining.mock.results.reduce((sum, { value }) => sum + (Buffer.isBuffer(value) ? value.length : 0), 0)
  expect(joined).toBeLessThan(4 * text.length)
})

test('PLATFORM-008 a comparison shows the changes of the other side, or all of them', async () => {
  const first = await here.commit({ a: '1\n', b: '1\n' })
  const ours = await here.commit({ a: '2\n' })
  const theirs = await here.commit({ b: '2\n' }, { branch: 'theirs', start: first })
  const dots = await compare(here.repo, ours, theirs)
  expect(dots).toMatchObject({ mergeBase: first, commitCount: 1, isSameRef: false, commits: [{ id: theirs }] })
  expect(dots.diff.files.map(file => file.newPath)).toEqual(['b'])
  const straight = await compare(here.repo, ours, theirs, { straight: true })
  expect(straight.diff.files.map(file => file.newPath)).toEqual(['a', 'b'])
  expect(await compare(here.repo, ours, ours)).toMatchObject({ isSameRef: true, commitCount: 0, diff: { files: [] } })
})

test('PLATFORM-008 merged, criss-cross and unrelated histories are compared as by git, in one process whose result is kept', async () => {
  let made = 0
  const commitOf = async (...parents: readonly string[]) => {
    const of = parents.flatMap(id => ['-p', id])
    return (await here.git(['-C', here.repo, 'commit-tree', emptyTree, ...of, '-m', `Commit ${made++}`])).trim()
  }
  const first = await commitOf()
  const apart = await commitOf()
  const [a, b] = [await commitOf(first), await commitOf(first, apart)]
  const [c, d] = [await commitOf(a, b), await commitOf(b, a)]
  const all = [apart, a, b, c, d, await commitOf(c)]
  for (const from of all)
    for (const to of all) {
      const base = await here.git(['-C', here.repo, 'merge-base', from, to]).catch(() => '')
      const listed = (await here.git(['-C', here.repo, 'rev-list', to, `^${from}`])).split('\n').filter(Boolean)
      const found = await compareHistories(here.repo, from, to)
      // If there are several, git itself names any of them.
      expect([from, to, found.mergeBase]).toEqual([from, to, base.trim() || null])
      expect(found.commits.map(({ id }) => id)).toEqual(listed)
      expect(found.commitCount).toBe(listed.length)
      const cut = await compareHistories(here.repo, from, to, { maxCommits: 1 })
      expect(cut).toMatchObject({ mergeBase: found.mergeBase, commitCount: listed.length })
    }
  const [head, other] = [await commitOf(first, first), await commitOf(first, a)]
  expect(await processesOf(() => compareHistories(here.repo, head, other))).toBe(1)
  expect(await processesOf(() => compareHistories(here.repo, head, other))).toBe(0)
})

test('white space can be left out of account', async () => {
  const first = await here.commit({ a: 'a b\n', b: 'x\n' })
  const second = await here.commit({ a: 'a   b\n', b: 'y\n' })
  const { files } = await diff(here.repo, first, second, { ignoreWhitespace: true })
  expect(files.map(({ newPath, diff: text }) => [newPath, text])).toEqual([
    ['a', ''],
    ['b', '@@ -1 +1 @@\n-x\n+y\n'],
  ])
})

test.each([
  ['plain', 'plain'],
  ['"a\\nb\\t\\"\\\\"', 'a\nb\t"\\'],
  ['"\\303\\274x"', 'üx'],
  ['"ü\\001"', 'ü\u0001'],
])('a quoted path is read: %s', (quoted, plain) => {
  expect(unquote(quoted)).toBe(plain)
})

test('the changes of a commit are computed once, for each treatment of whitespace', async () => {
  await here.commit({ 'a.txt': 'one\n' })
  const id = await here.commit({ 'a.txt': '  one\n', 'b.txt': 'b\n' })
  const first = await commitDiff(here.repo, id)
  expect(first?.files.map(file => file.additions)).toEqual([1, 1])
  expect(await commitDiff(here.repo, id)).toBe(first)
  const other = await commitDiff(here.repo, id, { ignoreWhitespace: true })
  expect(other?.files.map(file => file.additions)).toEqual([0, 1])
  expect(await commitDiff(here.repo, id, { ignoreWhitespace: true })).toBe(other)
})

test('the changes of a commit do not depend on the repository: not on objects that it replaces, nor on its attributes', async () => {
  const id = await here.commit({ 'a.txt': 'one\n' })
  const other = await here.commit({ 'a.txt': 'one\n', 'b.txt': 'b\n', '.gitattributes': '* -diff\n' })
  await here.git(['update-ref', `refs/replace/${id}`, other], { cwd: here.repo })
  expect((await commitDiff(here.repo, id))?.files.map(file => [file.newPath, file.diff])).toEqual([
    ['a.txt', '@@ -0,0 +1 @@\n+one\n'],
  ])
  expect((await commitStats(here.repo, [id])).get(id)).toMatchObject({ files: 1, additions: 1 })
})
