import { randomBytes } from 'node:crypto'
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Conflict, Invalid, NotFound } from '#server/errors.ts'
import { lastCommit } from '../commits/last-commits.ts'
import { maintainAlone, maintenanceDue, removeStaleQuarantines } from '../maintain.ts'
import { createRepository, removeRepository, repositoryDir, repositoryExists, sizeBytes } from '../storage.ts'
import { ann, type TestRepository, testRepository } from '../test-repository.ts'
import { carriedFrom, carryChange } from './carry-change.ts'
import { commitFiles, type FileAction } from './commit-files.ts'
import { createBranch, createTag, deleteRef, setDefaultBranch, updateRefs } from './update-refs.ts'

let here: TestRepository
beforeEach(async () => {
  here = await testRepository()
})
afterEach(async () => {
  expect(await here.git(['-C', here.repo, 'fsck', '--strict', '--no-dangling'])).toBe('')
  await here.remove()
})

const text = (content: string) => Buffer.from(content)
const files = (ref: string) =>
  here.git(['-C', here.repo, 'ls-tree', '-r', '-z', ref]).then(out =>
    out
      .split('\0')
      .filter(Boolean)
      .map(line => line.replace(/ blob .*\t/, ' ')),
  )
const show = (name: string) => here.git(['-C', here.repo, 'show', name])
const change = (actions: readonly FileAction[], options: Partial<Parameters<typeof commitFiles>[1]> = {}) =>
  commitFiles(here.repo, { branch: 'main', message: 'Change', author: ann, actions, ...options })

test('repositories lie by hash, are made whole and removed whole', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'weft-test-'))
  const repo = repositoryDir(dataDir, 42)
  expect(repo).toMatch(/repositories\/73\/47\/73475cb40a568e8da8a045ced110137e159f890ac4da883b6b17dc651b3a8049\.git$/)
  expect(await repositoryExists(repo)).toBe(false)
  await createRepository(repo, { defaultBranch: 'trunk' })
  await expect(createRepository(repo)).rejects.toThrow(Conflict)
  expect(await repositoryExists(repo)).toBe(true)
  expect((await here.git(['-C', repo, 'symbolic-ref', 'HEAD'])).trim()).toBe('refs/heads/trunk')
  expect(await sizeBytes(repo)).toBeGreaterThan(50)
  await removeRepository(repo)
  await removeRepository(repo)
  await expect(access(repo)).rejects.toThrow('ENOENT')
  await rm(dataDir, { recursive: true })
})

test('the size of a repository counts files of any name', async () => {
  const head = await here.commit({ 'a.txt': 'a' })
  const before = await sizeBytes(here.repo)
  await here.git(['-C', here.repo, 'update-ref', 'refs/heads/ünï/cödé', head])
  expect((await sizeBytes(here.repo)) - before).toBe(`${head}\n`.length)
})

test('files are created, changed, moved, made executable and deleted in one commit', async () => {
  const first = await change([
    { action: 'create', path: 'a.txt', content: text('a\n') },
    { action: 'create', path: 'dir/b.txt', content: text('b\n') },
    { action: 'create', path: 'dir.x', content: text('sorted before dir/\n') },
    { action: 'create', path: 'odd\nname "ü"', content: randomBytes(100_000) },
    { action: 'create', path: 'run.sh', content: text('#!/bin/sh\n'), isExecutable: true },
  ])
  expect(first.before).toBeNull()
  const second = await change([
    { action: 'update', path: 'a.txt', content: text('A\n') },
    { action: 'move', previousPath: 'dir/b.txt', path: 'deep/er/c.txt' },
    { action: 'create', path: 'dir/new', content: text('') },
    { action: 'chmod', path: 'a.txt', isExecutable: true },
    { action: 'delete', path: 'dir/new' },
    { action: 'update', path: 'run.sh', content: text('#!/bin/bash\n') },
  ])
  expect(second).toMatchObject({ before: first.commitId, ref: 'refs/heads/main' })
  expect(await files('main')).toEqual([
    '100755 a.txt',
    '100644 deep/er/c.txt',
    '100644 dir.x',
    '100644 odd\nname "ü"',
    '100755 run.sh',
  ])
  expect(await show('main:a.txt')).toBe('A\n')
  expect(await show('main:deep/er/c.txt')).toBe('b\n')
  expect((await here.git(['-C', here.repo, 'log', '-1', '--format=%an|%ae|%aI|%s|%P'])).trim()).toBe(
    `Ann Author|ann@example.com|2026-01-02T05:04:05+02:00|Change|${first.commitId}`,
  )
  await change([
    { action: 'delete', path: 'a.txt' },
    { action: 'delete', path: 'deep/er/c.txt' },
    { action: 'delete', path: 'dir.x' },
    { action: 'delete', path: 'odd\nname "ü"' },
    { action: 'delete', path: 'run.sh' },
  ])
  expect(await files('main')).toEqual([])
})

test.each<[string, readonly FileAction[], string]>([
  [
    'create of what is there',
    [{ action: 'create', path: 'a', content: text('') }],
    'A file with this name already exists',
  ],
  [
    'create over a folder',
    [{ action: 'create', path: 'd', content: text('') }],
    'A file with this name already exists',
  ],
  [
    'create below a file',
    [{ action: 'create', path: 'a/b', content: text('') }],
    'A file with this name already exists',
  ],
  ['update of nothing', [{ action: 'update', path: 'x', content: text('') }], "A file with this name doesn't exist"],
  ['update of a folder', [{ action: 'update', path: 'd', content: text('') }], "A file with this name doesn't exist"],
  ['delete of nothing', [{ action: 'delete', path: 'd/x' }], "A file with this name doesn't exist"],
  ['move onto another', [{ action: 'move', previousPath: 'd/b', path: 'a' }], 'A file with this name already exists'],
  ['a path out of the tree', [{ action: 'create', path: '../x', content: text('') }], 'file_path is invalid'],
  ['git’s own folder', [{ action: 'create', path: '.git/config', content: text('') }], 'file_path is invalid'],
  ['nothing to do', [], 'actions is empty'],
])('a commit that does not fit is refused whole: %s', async (_name, actions, sentence) => {
  const head = await here.commit({ a: 'a', 'd/b': 'b' })
  const doing = change(actions.length === 0 ? [] : [{ action: 'create', path: 'other', content: text('') }, ...actions])
  await expect(doing).rejects.toThrow(Invalid)
  await expect(doing).rejects.toThrow(sentence)
  expect((await here.git(['-C', here.repo, 'rev-parse', 'main'])).trim()).toBe(head)
})

test.each<[string, string, boolean]>([
  ['an address', '[submodule "a"]\n\tpath = a\n\turl = https://weft.test/a.git\n', true],
  ['a relative address', '[submodule "a.b/c"]\n\tpath = a-b\n\turl = ../a.git\n', true],
  ['an option as address', '[submodule "a"]\n\tpath = a\n\turl = --upload-pack=touch x\n', false],
  ['a quoted option', '[submodule "a"]\n\turl = "-x"\n\tpath = a\n', false],
  ['an option as path', '[submodule "a"]\n\turl = ../a.git\n\tpath = -a\n', false],
  ['a command', '[submodule "a"]\n\turl = ../a.git\n\tupdate = !touch x\n', false],
  ['a name that leaves the folder', '[submodule "../../hooks"]\n\turl = ../a.git\n', false],
  ['an escaped name', '[submodule ".\\./.\\./hooks"]\n\turl = ../a.git\n', false],
  ['a name of dots', '[submodule...]\n\turl = ../a.git\n', false],
  ['an option behind the name', '[submodule "a"] url = -x\n', false],
  ['an option in a continued line', '[submodule "a"]\n\tpath = \\\n-a\n', false],
  ['an option behind empty quotes', '[submodule "a"]\n\turl = ""-x\n', false],
  ['a command behind empty quotes', '[submodule "a"]\n\turl = ../a.git\n\tupdate = ""!touch x\n', false],
  ['a line break in an address', '[submodule "a"]\n\turl = https://weft.test/%0ahost=x\n', false],
  ['an address without a host', '[submodule "a"]\n\turl = https:///x\n', false],
  ['an address that leaves its host', '[submodule "a"]\n\turl = ./../../:x\n', false],
  ['an address with a person and a port', '[submodule "a"]\n\turl = https://ann@weft.test:8080/a.git\n', true],
  ['an address of SSH', '[submodule "a"]\n\turl = git@weft.test:a/b.git\n', true],
  ['a fault', '[submodule "a"]\n\turl = ../a.git\n[', true],
  ['a fault behind an option', '[submodule "a"]\n\turl = -x\n[', false],
])(
  'PLATFORM-011 a list of submodules with %s is judged on a page as git judges a push',
  async (_what, list, isGood) => {
    await here.commit({ a: 'a' })
    await here.git(['init', '-q', 'judge'])
    const judge = (...args: readonly string[]) => here.git(['-C', 'judge', ...args])
    await writeFile(join(here.folder, 'judge', '.gitmodules'), list)
    await judge('add', '.')
    await judge('commit', '-qm', 'x')
    const judged = judge('fsck').then(
      () => true,
      () => false,
    )
    expect(await judged).toBe(isGood)
    const written = change([{ action: 'create', path: 'dir/.gitmodules', content: text(list) }]).then(
      () => true,
      error => error instanceof Invalid && !error.message.includes('.gitmodules'),
    )
    expect(await written).toBe(isGood)
  },
)

test.each<[string, readonly FileAction[]]>([
  ['moved there', [{ action: 'move', previousPath: 'list', path: '.gitmodules' }]],
  [
    'of another spelling',
    [{ action: 'create', path: 'dir/.GitModules .', content: text('[submodule "a"]\nurl = -x\n') }],
  ],
  ['of a short name', [{ action: 'create', path: 'GITMOD~1', content: text('[submodule "a"]\nurl = -x\n') }]],
  [
    'of millions of characters',
    [{ action: 'create', path: '.gitmodules', content: text(`[submodule "${'..//'.repeat(4e6)}"]\nurl = -x\n`) }],
  ],
])('PLATFORM-011 a list of submodules %s is refused as well', async (_what, actions) => {
  await here.commit({ list: '[submodule "a"]\nurl = -x\n' })
  await expect(change(actions)).rejects.toThrow(
    'Git does not accept a URL, path, name or update command in .gitmodules',
  )
})

test('a stale edit is refused, and of two at once one wins', async () => {
  const head = await here.commit({ a: 'a' })
  const last = await lastCommit(here.repo, head, 'a')
  const update = (content: string, extra: object = {}): FileAction => ({
    action: 'update',
    path: 'a',
    content: text(content),
    ...extra,
  })
  await change([update('b', { lastCommitId: last?.id })])
  await expect(change([update('c', { lastCommitId: head })])).rejects.toThrow(
    'You are attempting to update a file that has changed',
  )
  await expect(change([update('c')], { expectedHead: head })).rejects.toThrow(Conflict)
  const both = await Promise.allSettled([change([update('x')]), change([update('y')])])
  const won = both.filter(result => result.status === 'fulfilled')
  const lost = both.filter(result => result.status === 'rejected')
  expect(won.length).toBeGreaterThanOrEqual(1)
  for (const { reason } of lost) expect(reason).toBeInstanceOf(Conflict)
  expect((await here.git(['-C', here.repo, 'rev-list', '--count', 'main'])).trim()).toBe(String(2 + won.length))
})

test('a commit begins where it is told', async () => {
  const first = await here.commit({ a: '1' })
  const second = await here.commit({ a: '2' })
  const create: FileAction = { action: 'create', path: 'b', content: text('b') }
  expect(await change([create], { branch: 'new', start: first })).toMatchObject({ before: null, ref: 'refs/heads/new' })
  expect(await show('new:a')).toBe('1')
  await expect(change([create], { branch: 'main', start: first })).rejects.toThrow(
    "A branch called 'main' already exists",
  )
  expect(await change([create], { branch: 'main', start: first, force: true })).toMatchObject({ before: second })
  await expect(change([create], { branch: 'absent' })).rejects.toThrow(
    'You can only create or edit files when you are on a branch',
  )
  await expect(change([create], { branch: '-x', start: first })).rejects.toThrow('Branch name is invalid')
  await expect(change([create], { message: ' ' })).rejects.toThrow('commit_message is missing')
  await expect(change([create], { branch: 'nul', start: first, message: 'a\0b' })).rejects.toThrow(Invalid)
})

test('an empty commit may begin an empty repository', async () => {
  const { commitId } = await change([], { allowEmpty: true, message: 'Ünïcode\n\nbody' })
  expect(await here.git(['-C', here.repo, 'log', '-1', '--format=%B', commitId])).toBe('Ünïcode\n\nbody\n')
})

test('odd names of people do not break a commit', async () => {
  await change([{ action: 'create', path: 'a', content: text('') }], {
    author: { ...ann, name: ' <Ann>\n O’Brien, ', email: '<a@b>' },
  })
  expect((await here.git(['-C', here.repo, 'log', '-1', '--format=%an|%ae'])).trim()).toBe('Ann O’Brien|a@b')
})

test('branches and tags come and go', async () => {
  const head = await here.commit({ a: '1' })
  const { repo } = here
  expect(await createBranch(repo, 'topic/ü', head)).toEqual({
    name: 'topic/ü',
    fullName: 'refs/heads/topic/ü',
    target: head,
    commitId: head,
    isAnnotated: false,
  })
  await expect(createBranch(repo, 'topic/ü', head)).rejects.toThrow('Branch already exists')
  await expect(createBranch(repo, 'topic', head)).rejects.toThrow(Conflict)
  await expect(createBranch(repo, 'a b', head)).rejects.toThrow('Branch name is invalid')
  await expect(deleteRef(repo, 'branch', 'nope')).rejects.toThrow(NotFound)
  await expect(deleteRef(repo, 'branch', 'topic/ü', { expected: 'f'.repeat(40) })).rejects.toThrow(Conflict)
  expect(await deleteRef(repo, 'branch', 'topic/ü')).toMatchObject({ target: head })
  const tag = await createTag(repo, 'v1', head, { message: 'One\n\nmore', tagger: ann })
  expect(tag.target).not.toBe(head)
  expect(await here.git(['-C', repo, 'cat-file', 'tag', 'v1'])).toBe(
    `object ${head}\ntype commit\ntag v1\ntagger Ann Author <ann@example.com> 1767323045 +0200\n\nOne\n\nmore\n`,
  )
  await expect(createTag(repo, 'v1', head)).rejects.toThrow('Tag v1 already exists')
  await deleteRef(repo, 'tag', 'v1')
  await expect(deleteRef(repo, 'tag', 'v1')).rejects.toThrow(NotFound)
  await setDefaultBranch(repo, 'main')
  await setDefaultBranch(repo, 'next')
  expect((await here.git(['-C', repo, 'symbolic-ref', 'HEAD'])).trim()).toBe('refs/heads/next')
})

test('several refs change together or not at all', async () => {
  const head = await here.commit({ a: '1' })
  const doing = updateRefs(here.repo, [
    { ref: 'refs/heads/one', after: head, before: null },
    { ref: 'refs/heads/main', after: head, before: 'f'.repeat(40) },
  ])
  await expect(doing).rejects.toThrow(Conflict)
  expect((await here.git(['-C', here.repo, 'for-each-ref', '--format=%(refname)'])).trim()).toBe('refs/heads/main')
  await expect(updateRefs(here.repo, [{ ref: 'refs/heads/a\0b', after: head }])).rejects.toThrow(Invalid)
  await expect(updateRefs(here.repo, [{ ref: 'HEAD', after: head }])).rejects.toThrow(Invalid)
})

test('only old quarantines are swept away', async () => {
  await here.git(['-C', here.repo, 'init', '-q', '--bare', join(here.repo, 'objects', 'tmp_objdir-incoming-abc')])
  expect(await removeStaleQuarantines(here.repo)).toBe(0)
  expect(await removeStaleQuarantines(here.repo, Date.now() + 1_000)).toBe(1)
})

test('a repository asks for maintenance when loose objects pile up, and one process at a time does it', async () => {
  expect(await maintenanceDue(here.repo)).toBeNull()
  const blobs = Array.from(
    { length: 5_000 },
    (_each, index) => `M 100644 inline f${index}\ndata ${String(index).length}\n${index}\n`,
  )
  const input = `commit refs/heads/main\ncommitter A <a@example.com> 1700000000 +0000\ndata 3\nAdd\n${blobs.join('')}`
  await here.git(['-C', here.repo, '-c', 'fastimport.unpackLimit=100000', 'fast-import', '--quiet'], { input })
  expect(await maintenanceDue(here.repo)).toBe('all')
  await writeFile(join(here.repo, 'maintenance.lock'), '')
  expect(await maintainAlone(here.repo)).toBe(false)
  await rm(join(here.repo, 'maintenance.lock'))
  expect(await maintainAlone(here.repo)).toBe(true)
  expect(await maintenanceDue(here.repo)).toBeNull()
  expect(await show('main:f1')).toBe('1')
})

test('commits that come in packs are added to the commit graph, with filters of their changed paths', async () => {
  const push = (branch: string, from: number) => {
    const commits = Array.from({ length: 900 }, (_each, at) => {
      const text = String(from + at)
      const who = `committer A <a@example.com> ${1_700_000_000 + from + at} +0000`
      const file = `M 100644 inline f${(from + at) % 7}\ndata ${text.length}\n${text}`
      return `commit refs/heads/${branch}\n${who}\ndata ${text.length}\n${text}\n${file}\n`
    })
    return here.git(['-C', here.repo, '-c', 'fastimport.unpackLimit=1', 'fast-import', '--quiet'], {
      input: commits.join(''),
    })
  }
  const graphed = async () => {
    const options = ['-c', 'core.commitGraph=true', '-C', here.repo]
    await here.git([...options, 'commit-graph', 'verify'])
    const layers = (await readFile(join(here.repo, 'objects/info/commit-graphs/commit-graph-chain'), 'utf8')).split(
      '\n',
    )
    const files = layers.filter(Boolean).map(id => join(here.repo, `objects/info/commit-graphs/graph-${id}.graph`))
    // The last entry of the fan-out of a layer is its number of commits; BIDX indexes the filters.
    const counts = await Promise.all(files.map(async path => countIn(await readFile(path))))
    return counts.reduce((sum, count) => sum + count, 0)
  }
  const countIn = (graph: Buffer) => {
    const chunks = Array.from({ length: graph[6] ?? 0 }, (_each, at) => 8 + 12 * at)
    const offsets = new Map(
      chunks.map(at => [graph.toString('latin1', at, at + 4), Number(graph.readBigUInt64BE(at + 4))]),
    )
    expect(offsets.has('BIDX')).toBe(true)
    return graph.readUInt32BE((offsets.get('OIDF') ?? 0) + 255 * 4)
  }
  for (const [branch, from, total, due] of [
    // Clones will fetch the first large push: it gets a bitmap as well.
    ['one', 0, 900, 'all'],
    ['two', 900, 1_800, 'commit-graph'],
  ] as const) {
    await push(branch, from)
    expect(await maintenanceDue(here.repo)).toBe(due)
    await maintainAlone(here.repo, due)
    expect(await graphed()).toBe(total)
    expect(await maintenanceDue(here.repo)).toBeNull()
  }
})

test('a change is carried to another base, with its own files where the two conflict', async () => {
  const start = await here.commit({ 'own.txt': 'one\n', 'both.txt': 'one\n', 'gone.txt': 'one\n' })
  const head = await here.commit(
    { 'own.txt': 'two\n', 'both.txt': 'ours\n', 'gone.txt': null },
    { branch: 'topic', start },
  )
  const base = await here.commit({ 'both.txt': 'theirs\n', 'new.txt': 'new\n', 'gone.txt': 'two\n' })
  const carried = await carryChange(here.repo, { base: start, head }, base)
  expect(await files(carried)).toEqual(['100644 both.txt', '100644 new.txt', '100644 own.txt'])
  expect(await show(`${carried}:both.txt`)).toBe('ours\n')
  expect(await show(`${carried}:own.txt`)).toBe('two\n')
  expect(await carriedFrom(here.repo, carried)).toBe(head)
  expect(await carryChange(here.repo, { base: start, head }, base)).toBe(carried)
  expect(await carryChange(here.repo, { base: start, head }, start)).toBe(head)
})
