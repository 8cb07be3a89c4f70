import { expect, test } from 'vitest'
import { createCommit } from '#contract/code/commits/commits.ts'
import { codeFolderFiles, codeIdePage } from '#contract/code/files/ide.ts'
import { listTree } from '#contract/code/repository.ts'
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
  expect(refused).toMatchObject({ status: 400, body: { message: 'b.txt has changed on the branch since you began.' } })
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
