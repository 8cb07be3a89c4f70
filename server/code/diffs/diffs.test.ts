import { createHash } from 'node:crypto'
import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readHunks } from '#contract/code/diffs/diff-lines.ts'
import { type TestRepository, testRepository } from '#server/platform/git/test-repository.ts'
import { contextLines } from './context.ts'
import type { DiffSource } from './diff-source.ts'
import { diffBatch, diffFile, diffMoves, diffSummary } from './files.ts'
import { findInDiff } from './find.ts'

let here: TestRepository
let source: DiffSource
let from: string
let to: string
let clone: string

const numbered = (count: number, word = 'line') =>
  Array.from({ length: count }, (_, at) => `${word} ${at + 1}\n`).join('')
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')

async function write(files: Readonly<Record<string, string | Buffer>>) {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(clone, path)), { recursive: true })
    await writeFile(join(clone, path), content)
  }
}

async function commit(): Promise<string> {
  const at = { cwd: clone }
  await here.git(['add', '--all'], at)
  await here.git(
    ['update-index', '--add', '--cacheinfo', '160000', (from === undefined ? '1' : '2').repeat(40), 'vendor/lib'],
    at,
  )
  await here.git(['commit', '-qm', 'Change'], at)
  await here.git(['push', '-q', 'origin', 'HEAD:refs/heads/main'], at)
  return (await here.git(['rev-parse', 'HEAD'], at)).trim()
}

beforeAll(async () => {
  here = await testRepository()
  clone = join(here.folder, 'clone')
  await here.git(['clone', '-q', here.repo, 'clone'])
  await write({
    'crlf.txt': 'a\r\nb\r\nc\r\n',
    'data.bin': Buffer.from([0, 1, 2]),
    'emptied.txt': 'x\n',
    'function.ts': `function first() {\n${numbered(12, '  step')}}\n\nfunction second() {\n${numbered(12, '  step')}}\n`,
    'gone.txt': numbered(5, 'gone'),
    'huge line.txt': `${'x'.repeat(300_000)}\nend\n`,
    'latin.txt': Buffer.from('caf\xe9\n', 'latin1'),
    'no newline.txt': 'one\ntwo',
    'odd "name"\tü\n.txt': 'x\n',
    'old/renamed.txt': numbered(40),
    'package-lock.json': numbered(20),
    'pure.txt': numbered(30, 'pure'),
    'run.sh': 'echo\n',
    'signs.txt': '-- a\n++ b\n@@ -1 +1 @@\n',
    'to-be-link': 'text\n',
    'wide.txt': utf16('one\ntwo\n'),
  })
  await symlink('run.sh', join(clone, 'link'))
  from = await commit()
  await write({
    'crlf.txt': 'a\nb\r\nd\r\n',
    'data.bin': Buffer.from([0, 3]),
    'emptied.txt': '',
    'function.ts': `function first() {\n${numbered(12, '  step')}}\n\nfunction second() {\n${numbered(11, '  step')}  last\n}\n`,
    'huge line.txt': `${'y'.repeat(300_000)}\nend\n`,
    'latin.txt': Buffer.from('caf\xe9s\n', 'latin1'),
    'new empty.txt': '',
    'new.txt': numbered(3),
    'no newline.txt': 'one\nthree',
    'odd "name"\tü\n.txt': 'y\n',
    'old/renamed.txt': `${numbered(20)}between\n${Array.from({ length: 20 }, (_, at) => `line ${at + 21}\n`).join('')}`,
    'package-lock.json': numbered(21),
    'run.sh': 'echo\n',
    'signs.txt': '-- a\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n',
    'wide.txt': utf16('one\n2\n'),
  })
  await rm(join(clone, 'gone.txt'))
  await mkdir(join(clone, 'new'))
  await rename(join(clone, 'old/renamed.txt'), join(clone, 'new/renamed.txt'))
  await rename(join(clone, 'pure.txt'), join(clone, 'pure moved.txt'))
  await chmod(join(clone, 'run.sh'), 0o755)
  await rm(join(clone, 'link'))
  await symlink('new', join(clone, 'link'))
  await rm(join(clone, 'to-be-link'))
  await symlink('run.sh', join(clone, 'to-be-link'))
  to = await commit()
  source = { dir: here.repo, namespace: 'weft/loom', from, to, ignoreWhitespace: false }
})
afterAll(() => here.remove())

async function allFiles(of: DiffSource = source) {
  const files = []
  for (let page = 1; ; page++) {
    const batch = await diffBatch(of, page)
    files.push(...batch.files)
    if (!batch.hasNext) return files
  }
}

/** The differences from `git diff`, with their reasons. */
const otherwise: Readonly<Record<string, string>> = {
  'huge line.txt': 'collapsed: longer than a batch takes',
  'package-lock.json': 'collapsed: generated',
  'wide.txt': 'text: git takes UTF-16 for binary',
}

test('DIFF-035 the lines of awkward changes are those of git diff', async () => {
  const files = await allFiles()
  expect(files.map(file => file.filePath)).toEqual([
    ...['crlf.txt', 'data.bin', 'emptied.txt', 'function.ts', 'gone.txt', 'huge line.txt', 'latin.txt', 'link'],
    ...['new empty.txt', 'new.txt', 'new/renamed.txt', 'no newline.txt', 'odd "name"\tü\n.txt', 'package-lock.json'],
    ...['pure moved.txt', 'run.sh', 'signs.txt', 'to-be-link', 'to-be-link', 'vendor/lib', 'wide.txt'],
  ])
  const own = await here.git(['diff', '--no-color', '-M', '--encoding=latin1', from, to], { cwd: clone })
  const byGit = own.split(/^diff --git /m).slice(1)
  expect(byGit).toHaveLength(files.length)
  for (const [index, file] of files.entries()) {
    const hunks = /^@@.*/ms.exec(byGit[index] ?? '')?.[0] ?? ''
    if (file.filePath in otherwise) expect([file.filePath, file.patch]).not.toEqual([file.filePath, hunks])
    else if (file.filePath === 'latin.txt') expect(file.patch).toBe('@@ -1 +1 @@\n-caf\u00e9\n+caf\u00e9s\n')
    else expect([file.filePath, file.patch]).toEqual([file.filePath, hunks])
  }
})

test.each<[string, Readonly<Record<string, unknown>>]>([
  ['data.bin', { viewer: { name: 'no_preview' }, binary: true, oldSizeBytes: 3, newSizeBytes: 2 }],
  ['gone.txt', { deletedFile: true, bMode: '0', removedLines: 5, contentSha: 'from', isFullyExpanded: true }],
  ['huge line.txt', { viewer: { name: 'text', collapsed: true, renderError: 'collapsed' }, patch: '' }],
  ['link', { aMode: '120000', bMode: '120000', modeChanged: false, addedLines: 1 }],
  ['new empty.txt', { newFile: true, viewer: { name: 'added' } }],
  ['new/renamed.txt', { renamedFile: true, oldPath: 'old/renamed.txt', addedLines: 1, removedLines: 0, lineCount: 41 }],
  ['package-lock.json', { generated: true, viewer: { collapsed: true }, addedLines: 1 }],
  ['pure moved.txt', { renamedFile: true, oldPath: 'pure.txt', viewer: { name: 'renamed' }, lineCount: 30, patch: '' }],
  ['run.sh', { modeChanged: true, aMode: '100644', bMode: '100755', viewer: { name: 'mode_changed' } }],
  ['vendor/lib', { submodule: true, submoduleCompare: { oldSha: '1'.repeat(40), newSha: '2'.repeat(40) }, blob: null }],
  ['wide.txt', { binary: false, addedLines: 1, removedLines: 1, patch: '@@ -1,2 +1,2 @@\n one\n-two\n+2\n' }],
])('DIFF-050 DIFF-051 DIFF-052 %s is described', async (path, expected) => {
  const file = (await allFiles()).find(each => each.filePath === path)
  const { contentSha, ...rest } = expected
  expect(file).toMatchObject(rest)
  expect(file).toMatchObject({
    fileHash: sha1(path),
    fileIdentifierHash: sha1([path, file?.newFile, file?.deletedFile, file?.renamedFile].join('-')),
    contentSha: contentSha === 'from' ? from : to,
    diffRefs: { baseSha: from, startSha: from, headSha: to },
  })
})

test('a submodule counts for no line, and a diff for the lines of its files', async () => {
  const { files, addedLines, removedLines } = await diffSummary(source)
  const heads = JSON.parse(files.text) as readonly Record<string, unknown>[]
  const sum = (key: string) => heads.reduce((all, head) => all + Number(head[key]), 0)
  expect(heads.find(each => each.new_path === 'vendor/lib')).toMatchObject({ added_lines: 0, removed_lines: 0 })
  expect([addedLines, removedLines]).toEqual([sum('added_lines'), sum('removed_lines')])
})

/** The heads as JSON on the wire. */
async function headsOf(of: typeof source) {
  const { files } = await diffSummary(of)
  return JSON.parse(files.text) as readonly {
    readonly id: string
    readonly new_path: string
    readonly new_file: boolean
  }[]
}

test('DIFF-041 files come in batches of 20, in order, with the list of all of them apart', async () => {
  const [first, second] = [await diffBatch(source, 1), await diffBatch(source, 2)]
  expect([first.files.length, first.hasNext, second.files.length, second.hasNext]).toEqual([20, true, 1, false])
  const ids = (await headsOf(source)).map(file => file.id)
  expect(ids).toEqual([...first.files, ...second.files].map(file => file.id))
  expect(new Set(ids).size).toBe(21)
  expect((await diffBatch(source, 3)).files).toEqual([])
})

test('DIFF-046 a file that starts collapsed has its lines when it is asked for alone', async () => {
  const lock = await diffFile(source, { oldPath: 'package-lock.json', newPath: 'package-lock.json' })
  expect(lock.patch).toBe('@@ -18,3 +18,4 @@ line 17\n line 18\n line 19\n line 20\n+line 21\n')
  const huge = await diffFile(source, { oldPath: 'huge line.txt', newPath: 'huge line.txt' })
  expect(huge.viewer).toMatchObject({ collapsed: false, renderError: null })
  expect(readHunks(huge.patch)[0]?.lines.map(line => line.text.length)).toEqual([300_000, 300_000, 3])
  await expect(diffFile(source, { oldPath: 'none', newPath: 'none' })).rejects.toMatchObject({ kind: 'not_found' })
})

test('a change keeps its fingerprint until its content or its path differs', async () => {
  const again = await commitOf({ 'new.txt': numbered(4) })
  const ids = async (commitId: string) =>
    new Map((await headsOf({ ...source, to: commitId })).map(file => [`${file.new_path} ${file.new_file}`, file.id]))
  const [before, after] = [await ids(to), await ids(again)]
  expect([...after].filter(([path, id]) => before.get(path) !== id).map(([path]) => path)).toEqual(['new.txt true'])
})

const commitOf = (files: Readonly<Record<string, string>>) => here.commit(files, { branch: 'other', start: to })

test('DIFF-036 unchanged lines come by their numbers, also those of UTF-16', async () => {
  const lines = (path: string, first?: number, last?: number) => contextLines(here.repo, to, { path, first, last })
  expect(await lines('new/renamed.txt', 20, 22)).toEqual({
    first: 20,
    lines: ['line 20', 'between', 'line 21'],
    lineCount: 41,
  })
  expect(await lines('no newline.txt', 2)).toEqual({ first: 2, lines: ['three'], lineCount: 2 })
  expect(await lines('new.txt', 4, 20)).toEqual({ first: 4, lines: [], lineCount: 3 })
  expect((await lines('wide.txt')).lines).toEqual(['one', '2'])
  expect((await lines('latin.txt')).lines).toEqual(['caf\u00e9s'])
  await expect(lines('data.bin')).rejects.toMatchObject({ kind: 'invalid' })
  await expect(lines('none')).rejects.toMatchObject({ kind: 'not_found' })
})

test('a text is found in all changed files, also in those that start collapsed, and in steps', async () => {
  const paths = new Map((await headsOf(source)).map(file => [file.id, file.new_path]))
  const find = async (text: string, start = 0) => {
    const found = await findInDiff(source, text, start)
    return { ...found, files: found.files.map(file => [paths.get(file.id), file.lines.map(line => line.newLine)]) }
  }
  expect(await find('LINE 21')).toEqual({
    files: [
      ['new/renamed.txt', [22]],
      ['package-lock.json', [21]],
    ],
    next: null,
  })
  expect(await find('yyyy')).toMatchObject({ files: [['huge line.txt', [1]]] })
  expect(await find('line 21', paths.size)).toEqual({ files: [], next: null })
})

test('ignored white space leaves a file without lines, and its counts with it', async () => {
  const spaced = await here.commit({ 'new.txt': '  line 1\nline 2\nline 3\n' }, { branch: 'spaced', start: to })
  const [file] = (await diffBatch({ ...source, from: to, to: spaced, ignoreWhitespace: true }, 1)).files
  expect(file).toMatchObject({ addedLines: 0, removedLines: 0, patch: '', viewer: { name: 'unchanged' } })
})

test('moved lines are found across the files of a diff', async () => {
  const first = await here.commit(
    { 'one.ts': `${numbered(3, 'keep')}${numbered(4, 'moved')}`, 'two.ts': 'x\n' },
    { branch: 'moves', start: to },
  )
  const second = await here.commit(
    { 'one.ts': numbered(3, 'keep'), 'two.ts': `x\n${numbered(4, 'moved')}` },
    { branch: 'moves' },
  )
  const between = { ...source, from: first, to: second }
  const paths = new Map((await headsOf(between)).map(file => [file.id, file.new_path]))
  expect((await diffMoves(between)).ranges.map(({ file, ...range }) => [paths.get(file), range])).toEqual([
    ['two.ts', { side: 'new', first: 2, last: 5 }],
    ['one.ts', { side: 'old', first: 4, last: 7 }],
  ])
})
