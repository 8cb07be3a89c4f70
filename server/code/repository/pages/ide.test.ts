import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createCommit } from '#contract/code/commits/commits.ts'
import { codeFolderFiles, codeIdePage } from '#contract/code/files/ide.ts'
import { listTree } from '#contract/code/repository.ts'
import { readFile } from '#server/platform/git/files/blob.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { codeWorld } from '#test/world/code.ts'

const namespace = 'weft/loom'

test.each([2, 20])('EDITOR-001 the Web IDE opens files, folders and new paths, among %i files', async count => {
  const { as, commit, statements } = await codeWorld()
  const files = Array.from({ length: count }, (_, index) => [`src/deep/${index}.txt`, `${index}\n`] as const)
  await commit({ ...Object.fromEntries(files), 'a.txt': 'a\n' })
  const open = (path: string) => as('dan').call(codeIdePage, { namespace, path })
  expect(await open('main/a.txt')).toMatchObject({ path: 'a.txt', blob: { text: 'a\n' }, isFolder: false })
  expect(await open('main')).toMatchObject({ path: '', blob: null, isFolder: true })
  expect(await open('main/src')).toMatchObject({ path: 'src', blob: null, isFolder: true })
  expect(await open('main/new/b.txt')).toMatchObject({ path: 'new/b.txt', blob: null, isFolder: false })
  expect((await as('dan').reply(codeIdePage, { namespace, path: 'none/a.txt' })).status).toBe(404)
  const below = await as('dan').call(codeFolderFiles, { namespace, path: 'main/src' })
  expect(below.files.map(file => file.path).toSorted()).toEqual(files.map(([path]) => path).toSorted())
  expect(below).toMatchObject({ isCut: false, hasSubmodules: false })
  expect(await statements(() => open('main/a.txt'))).toBe(2)
})

test('EDITOR-002 a folder is renamed and deleted as a whole, unless it has changed since or has a submodule', async () => {
  const { as, commit, dir } = await codeWorld()
  const id = namespace
  await commit({ 'big/a.txt': 'a\n', 'big/deep/b.txt': 'b\n', 'c.txt': 'c\n' })
  const treeOf = async (folder: string) =>
    (await as('dan').call(codeFolderFiles, { namespace, path: `main/${folder}` })).treeId
  const send = (...actions: readonly Readonly<Record<string, unknown>>[]) =>
    as('dan').reply(createCommit, { id, branch: 'main', commitMessage: 'Change', actions })
  const paths = async () =>
    (await as('dan').call(listTree, { id, recursive: true }))
      .filter(each => each.type !== 'tree')
      .map(each => each.path)
  const old = await treeOf('big')
  const moved = { action: 'move', previousPath: 'big', treeId: old }
  for (const [filePath, message] of [
    ['big/in/it', 'A folder cannot be moved into itself'],
    ['c.txt', 'A file with this name already exists'],
    ['c.txt/big', 'A file with this name already exists'],
  ])
    expect(await send({ ...moved, filePath })).toMatchObject({ status: 400, body: { message } })
  const update = { action: 'update', filePath: 'big/a.txt', content: 'edited\n' }
  expect((await send(update, { ...moved, filePath: 'new/large' })).status).toBe(201)
  expect(await paths()).toEqual(['c.txt', 'new/large/a.txt', 'new/large/deep/b.txt'])
  const head = (await findRef(dir, 'branch', 'main'))?.commitId ?? ''
  expect((await readFile(dir, head, 'new/large/a.txt'))?.content.toString()).toBe('edited\n')
  const gone = { action: 'delete', filePath: 'new/large', treeId: await treeOf('new/large') }
  await commit({ 'new/large/z.txt': 'theirs\n' })
  expect(await send(gone)).toMatchObject({
    status: 400,
    body: {
      message:
        'new/large has changed on the branch since you started editing. Discard this change, then make it again.',
    },
  })
  expect((await send({ ...gone, treeId: await treeOf('new/large') })).status).toBe(201)
  expect(await paths()).toEqual(['c.txt'])
  const git = (args: readonly string[], input = '') =>
    execFileSync('git', ['-C', dir, ...args], { input })
      .toString()
      .trim()
  const within = git(['mktree', '--missing'], `160000 commit ${'1'.repeat(40)}\tsub\n`)
  const root = git(['mktree'], `040000 tree ${within}\tbig\n`)
  const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@weft.test']
  git(['update-ref', 'refs/heads/main', git([...author, 'commit-tree', '-m', 'Add', root])])
  expect(await send({ action: 'delete', filePath: 'big', treeId: within })).toMatchObject({
    status: 400,
    body: { message: 'big has submodules. Use git to change it.' },
  })
})

test('EDITOR-002 a commit is refused for files that have changed on the branch since', async () => {
  const { as, commit } = await codeWorld()
  const id = namespace
  await commit({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' })
  const ids = new Map((await as('dan').call(listTree, { id })).map(entry => [entry.path, entry.id]))
  await commit({ 'b.txt': 'theirs\n' })
  const send = (actions: readonly Readonly<Record<string, unknown>>[]) =>
    as('dan').reply(createCommit, { id, branch: 'main', commitMessage: 'Change', actions })
  const begun = (filePath: string) => ({ filePath, blobId: ids.get(filePath) })
  const refused = await send([
    { action: 'delete', ...begun('a.txt') },
    { action: 'move', previousPath: 'b.txt', filePath: 'x.txt', blobId: ids.get('b.txt') },
  ])
  expect(refused).toMatchObject({
    status: 400,
    body: { message: 'b.txt has changed on the branch since you started editing.' },
  })
  expect(await send([{ action: 'delete', filePath: 'gone.txt', blobId: ids.get('a.txt') }])).toMatchObject({
    status: 400,
    body: { message: 'gone.txt no longer exists on the branch.' },
  })
  const sent = await send([
    { action: 'delete', ...begun('a.txt') },
    { action: 'move', previousPath: 'c.txt', filePath: 'a.txt', content: 'moved\n', blobId: ids.get('c.txt') },
  ])
  expect(sent.status).toBe(201)
  expect((await as('dan').call(listTree, { id })).map(entry => entry.path)).toEqual(['a.txt', 'b.txt'])
})
