import { expect, test } from 'vitest'
import { readHunks } from '#contract/code/diffs/diff-lines.ts'
import { chosenLines, chosenRows } from './chosen-lines.ts'
import { type AnyRow, fileRows, type Revealed, splitRows } from './rows.ts'

const hunks = readHunks('@@ -11,3 +11,4 @@ head\n a\n-b\n+B\n+c\n d\n')
const rowsWith = (revealed: readonly Revealed[] = []) => fileRows(hunks, { revealed, lineCount: 40 })
const above = { first: 8, lines: ['x', 'y', 'z'] }

test.each<[string, (rows: ReturnType<typeof rowsWith>) => readonly AnyRow[]]>([
  ['one column', rows => rows],
  ['two columns', splitRows],
])('DIFF-036 lines that are chosen stay so when unchanged lines above them are shown, in %s', (_, shape) => {
  const [before, after] = [shape(rowsWith()), shape(rowsWith([above]))]
  const lines = chosenLines(before, { from: 2, to: 1, side: 'new' })
  if (lines === null) throw new Error('Nothing is chosen')
  const rows = chosenRows(after, lines)
  expect(rows).toEqual({ from: 5, to: 4, side: 'new' })
  expect(rows && chosenLines(after, rows)).toEqual(lines)
})

test('DIFF-036 a fetched line that is chosen stays so when more lines come, and is not chosen once it is hidden', () => {
  const lines = chosenLines(rowsWith([above]), { from: 2, to: 2, side: 'new' })
  if (lines === null) throw new Error('Nothing is chosen')
  expect(lines.to).toMatchObject({ kind: 'context', newPos: 9 })
  expect(chosenRows(rowsWith([{ first: 4, lines: ['t', 'u', 'v', 'w', 'x', 'y', 'z'] }]), lines)?.to).toBe(6)
  expect(chosenRows(rowsWith(), lines)).toBeNull()
})

test('DIFF-036 a gap, and a side without a line, cannot be chosen', () => {
  expect(chosenLines(rowsWith(), { from: 0, to: 0, side: 'new' })).toBeNull()
  expect(chosenLines(splitRows(rowsWith()), { from: 3, to: 3, side: 'old' })).toBeNull()
})
