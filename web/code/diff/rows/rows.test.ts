import { expect, test } from 'vitest'
import { readHunks } from '#contract/code/diffs/diff-lines.ts'
import { type FileRow, fileRows, heightOf, reveal, type SplitRow, splitRows } from './rows.ts'

const hunks = readHunks('@@ -11,3 +11,4 @@ head\n a\n-b\n+B\n+c\n d\n@@ -60 +61 @@\n-e\n+E\n')

/** `11..20` for a gap, `-2`, `+2` and `2` for lines. */
function brief(row: FileRow | SplitRow | null): string {
  if (row === null) return ''
  switch (row.kind) {
    case 'gap':
      return `${row.first}..${row.last ?? ''}`
    case 'pair':
      return `${brief(row.left)}|${brief(row.right)}`
    case 'removed':
      return `-${row.oldPos}`
    case 'added':
      return `+${row.newPos}`
    default:
      return row.oldPos === row.newPos ? `${row.newPos}` : `${row.oldPos}/${row.newPos}`
  }
}

test('DIFF-036 hidden lines between hunks are a gap, also before and after them', () => {
  const shown = (options: Parameters<typeof fileRows>[1]) => fileRows(hunks, options).map(brief).join(' ')
  expect(shown({})).toBe('1..10 11 -12 +12 +13 13/14 15..60 -60 +61 62..')
  expect(shown({ lineCount: 61 })).toBe('1..10 11 -12 +12 +13 13/14 15..60 -60 +61')
  expect(shown({ lineCount: 70 })).toBe('1..10 11 -12 +12 +13 13/14 15..60 -60 +61 62..70')
  const revealed = [
    { first: 9, lines: ['x', 'y'] },
    { first: 59, lines: ['z', 'z'] },
  ]
  expect(shown({ lineCount: 61, revealed })).toBe('1..8 9 10 11 -12 +12 +13 13/14 15..58 58/59 59/60 -60 +61')
  expect(shown({ isWhole: true })).toBe('11 -12 +12 +13 13/14 -60 +61')
})

test('DIFF-034 a file without hunks is one gap, until it is shown in full', () => {
  expect(fileRows([], { lineCount: 2 }).map(brief)).toEqual(['1..2'])
  expect(fileRows([], { lineCount: 2, revealed: [{ first: 1, lines: ['a', 'b'] }] }).map(brief)).toEqual(['1', '2'])
})

test('fetched lines are put together, in order and each once', () => {
  const one = { first: 5, lines: ['5', '6'] }
  expect(reveal([one], { first: 1, lines: ['1'] })).toEqual([{ first: 1, lines: ['1'] }, one])
  expect(reveal([one], { first: 6, lines: ['6', '7'] })).toEqual([{ first: 5, lines: ['5', '6', '7'] }])
  expect(reveal([one], { first: 4, lines: ['4', '5', '6', '7'] })).toEqual([{ first: 4, lines: ['4', '5', '6', '7'] }])
})

test('DIFF-037 side by side, the first removed line stands beside the first added one', () => {
  expect(splitRows(fileRows(hunks, { lineCount: 61 })).map(brief)).toEqual([
    '1..10',
    '11|11',
    '-12|+12',
    '|+13',
    '13/14|13/14',
    '15..60',
    '-60|+61',
  ])
})

test('the height of rows that are not laid out is that of their lines and gaps', () => {
  expect(heightOf(fileRows(hunks, { lineCount: 70 }))).toBe('calc(3 * 1.75rem + 7 * var(--code-line))')
})
