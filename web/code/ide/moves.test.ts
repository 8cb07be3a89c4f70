import { expect, test } from 'vitest'
import {
  created,
  entriesAfter,
  type FileMove,
  folderMoved,
  folderMoveOf,
  inOrder,
  isTaken,
  movedFolderAt,
  pathAfter,
  pathOnBranch,
  removed,
  renamed,
  withoutChange,
  withoutMove,
} from './moves.ts'

const file = (path: string) => ({ path, id: `id of ${path}` })
const blob = (path: string) => ({ name: path, path, type: 'blob' as const, mode: '100644' })
const move = (from: string | null, to: string | null): FileMove => ({
  from,
  to,
  blobId: from === null ? null : `id of ${from}`,
})

test('EDITOR-002 a file that is created, renamed and deleted leaves nothing to commit', () => {
  const made = created([], 'a')
  expect(renamed(made, [], 'a', 'b')).toEqual([move(null, 'b')])
  expect(removed(renamed(made, [], 'a', 'b'), [], 'b')).toEqual([])
  expect(renamed(renamed([], [file('a')], 'a', 'b'), [], 'b', 'a')).toEqual([])
})

test('EDITOR-002 a folder is renamed and deleted with the files that were renamed into it', () => {
  const into = renamed([], [file('x')], 'x', 'src/x')
  const moved = renamed(into, [file('src/a'), file('src/b/c')], 'src', 'lib')
  expect(moved).toEqual([move('x', 'lib/x'), move('src/a', 'lib/a'), move('src/b/c', 'lib/b/c')])
  expect(removed(moved, [], 'lib')).toEqual([move('x', null), move('src/a', null), move('src/b/c', null)])
  expect(isTaken(moved, 'lib')).toBe(true)
  expect(isTaken(moved, 'lib/a/deeper')).toBe(true)
  expect(isTaken(moved, 'library')).toBe(false)
})

test('EDITOR-002 a folder with too many files to list is renamed and deleted as a whole', () => {
  const big = { name: 'big', path: 'big', type: 'tree' as const, mode: '040000' }
  const moves = folderMoved([], { path: 'big', id: 'tree of big' }, 'large')
  expect(moves).toEqual([{ from: 'big', to: 'large', blobId: 'tree of big', isFolder: true }])
  expect(entriesAfter([big, blob('one')], '', moves, null)).toMatchObject([
    { path: 'large', type: 'tree', isMoved: true },
    { path: 'one' },
  ])
  expect(entriesAfter([big, blob('one')], '', folderMoved([], { path: 'big', id: '' }, null), null)).toEqual([
    blob('one'),
  ])
  expect([movedFolderAt(moves, 'large/a')?.from, movedFolderAt(moves, 'larger')]).toEqual(['big', null])
  expect([folderMoveOf(moves, 'big/deep/a')?.to, folderMoveOf(moves, 'bigger')]).toEqual(['large', null])
})

test('EDITOR-002 a rename is discarded unless another file has the former path', () => {
  const moves = renamed([], [file('a')], 'a', 'b')
  const [first] = moves
  if (first === undefined) throw new Error('Nothing was renamed')
  expect(withoutMove(moves, first)).toEqual([])
  expect(withoutMove(created(moves, 'a'), first)).toBeNull()
})

test('EDITOR-002 the undo of a deletion leaves what was changed later, unless another file has the path', () => {
  const before = [move(null, 'new')]
  const after = removed(removed(before, [file('a')], 'a'), [], 'new')
  const later = created(removed(after, [file('b')], 'b'), 'c')
  expect(withoutChange(later, before, after)).toEqual([move('b', null), move(null, 'c'), move(null, 'new')])
  expect(withoutChange(created(after, 'a'), before, after)).toBeNull()
  expect(withoutChange(created(after, 'new/deeper'), before, after)).toBeNull()
})

test('EDITOR-002 files are renamed in an order in which each path is free, even if two swap paths', () => {
  expect(inOrder([move('a', 'b'), move('b', 'c'), move(null, 'a'), move('d', null)])).toEqual([
    move('d', null),
    move('b', 'c'),
    move('a', 'b'),
    move(null, 'a'),
  ])
  expect(inOrder([move('a', 'b'), move('b', 'a')])).toEqual([
    move('a', 'a.moved-1'),
    move('b', 'a'),
    { from: 'a.moved-1', to: 'b', blobId: null },
  ])
})

test('EDITOR-002 a folder lists created and renamed files, without those that were moved away', () => {
  const tree = { name: 'src', path: 'src', type: 'tree' as const, mode: '040000' }
  const moves = [move('src/a', 'lib/a'), move('one', null), move(null, 'two')]
  const names = (files: readonly ReturnType<typeof file>[] | null) =>
    entriesAfter([tree, blob('one'), blob('zwo')], '', moves, files).map(entry => entry.name)
  expect(names([file('src/a'), file('one')])).toEqual(['lib', 'two', 'zwo'])
  expect(names([file('src/a'), file('src/b')])).toEqual(['lib', 'src', 'two', 'zwo'])
  expect(names(null)).toEqual(['lib', 'src', 'two', 'zwo'])
})

test('EDITOR-002 the files of a folder that is renamed as a whole have their old paths on the branch until the commit', () => {
  const moves = folderMoved([], file('src/big'), 'lib/large')
  expect(pathOnBranch(moves, 'lib/large/a/b')).toBe('src/big/a/b')
  expect(pathAfter(moves, 'src/big/a/b')).toBe('lib/large/a/b')
  for (const path of ['lib/larger', 'src/bigger', 'one']) {
    expect(pathOnBranch(moves, path)).toBe(path)
    expect(pathAfter(moves, path)).toBe(path)
  }
  expect(pathAfter(folderMoved([], file('src/big'), null), 'src/big/a')).toBe('src/big/a')
})
