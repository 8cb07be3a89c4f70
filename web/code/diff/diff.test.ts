import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { diffBatchSize, diffExpandStep } from '#contract/code/diffs/diff-steps.ts'
import { type DiffFileHead, diffModes } from '#contract/code/diffs/diffs.ts'
import { idleTimeoutMs } from '../lines/steps.ts'
import { rawHref } from '../shared/addresses.ts'
import { afterLoad, type LoadEvent, type LoadState } from './file/load-machine.ts'
import { readAnchor } from './file-anchor.ts'
import { canBeViewed } from './file-marks.ts'
import { describeFileSize } from './rows/size.ts'
import { treeRows } from './tree/tree-rows.ts'
import { clampWidth, treeWidths } from './tree/tree-width.ts'

const errored: LoadState = { step: 'errored', message: 'No' }

test.each<[LoadState, LoadEvent, LoadState]>([
  [{ step: 'idle' }, { type: 'start' }, { step: 'loading' }],
  [{ step: 'loading' }, { type: 'error', message: 'No' }, errored],
  [{ step: 'loading' }, { type: 'success' }, { step: 'idle' }],
  [errored, { type: 'start' }, { step: 'loading' }],
  [errored, { type: 'acknowledge' }, { step: 'idle' }],
  [{ step: 'idle' }, { type: 'error', message: 'No' }, { step: 'idle' }],
])('DIFF-033 loading: %o and %o make %o', (state, event, next) => {
  expect(afterLoad(state, event)).toEqual(next)
})

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1.00 KiB'],
  [3_500_000, '3.34 MiB'],
  [5 * 1024 ** 3, '5.00 GiB'],
])('DIFF-025 %i bytes are %s', (bytes, text) => {
  expect(describeFileSize(bytes)).toBe(text)
})

test('DIFF-043 DIFF-044 DIFF-047 widths and steps are those of the specification', () => {
  expect(treeWidths).toMatchObject({ usual: 320, least: 240, countsFrom: 260 })
  expect([clampWidth(100), clampWidth(250.4), clampWidth(5_000)]).toEqual([240, 250, 640])
  expect([idleTimeoutMs, diffBatchSize, diffExpandStep]).toEqual([1_000, 20, 20])
})

const file = (path: string): DiffFileHead => ({
  id: path,
  fileHash: path,
  oldPath: path,
  newPath: path,
  aMode: '100644',
  bMode: '100644',
  newFile: false,
  renamedFile: false,
  deletedFile: false,
  binary: false,
  generated: false,
  addedLines: 1,
  removedLines: 0,
})

test.each<[string, readonly string[], string, readonly string[]]>([
  ['all', [], '', ['a-b', 'a/', ' c.ts', ' d/e/', '  f.ts', '  g.ts', 'z.ts']],
  ['with a closed folder', ['a/d/e/'], '', ['a-b', 'a/', ' c.ts', ' d/e/', 'z.ts']],
  ['with a search, which opens folders', ['a/d/e/'], 'F.ts', ['a/d/e/', ' f.ts']],
])('the file tree, %s', (_what, closed, search, expected) => {
  const rows = treeRows(['a-b', 'a/c.ts', 'a/d/e/f.ts', 'a/d/e/g.ts', 'z.ts'].map(file), search, new Set(closed))
  expect(rows.map(row => `${' '.repeat(row.depth)}${row.name}${row.kind === 'folder' ? '/' : ''}`)).toEqual(expected)
})

test('DIFF-002 an address names a file or a line of it', () => {
  const hash = 'a'.repeat(40)
  expect(readAnchor(`diff-content-${hash}`)).toEqual({ fileHash: hash, lineCode: null })
  expect(readAnchor(`${hash}_3_4`)).toEqual({ fileHash: hash, lineCode: `${hash}_3_4` })
  expect(readAnchor('note_3')).toBeNull()
})

test.each([
  ['a', 'b', true],
  ['', 'b', false],
  ['a', '', false],
  [null, 'b', false],
])('DIFF-012 a file with id %j and identifier %j can be marked as viewed: %s', (id, fileIdentifierHash, can) => {
  expect(canBeViewed({ id, fileIdentifierHash })).toBe(can)
})

test.each(['weft/loom', '/weft/loom'])('DIFF-040 the raw path of a file in %s begins with one slash', namespace => {
  expect(rawHref({ namespace }, 'main', 'a b/c.ts')).toBe('/weft/loom/-/raw/main/a%20b/c.ts')
})

// The browser alone has idle time: that no other limit is named is read from the code.
test.each(['./tree/DiffTree.tsx', '../lines/steps.ts'])(
  'DIFF-047 idle work of %s is done after 1,000 ms at the latest',
  path => {
    const code = readFileSync(new URL(path, import.meta.url), 'utf8')
    const limits = [...code.matchAll(/requestIdleCallback\([^{]*\{ timeout: (\w+) \}/g)].map(([, limit]) => limit)
    expect(limits).toEqual(['idleTimeoutMs'])
  },
)

test('DIFF-053 the kinds of change', () => {
  expect(Object.keys(diffModes)).toEqual(['replaced', 'new', 'deleted', 'renamed', 'mode_changed'])
})
