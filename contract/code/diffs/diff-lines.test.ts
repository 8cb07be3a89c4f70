import { expect, test } from 'vitest'
import { lineCode, readHunks } from './diff-lines.ts'

const patch =
  '@@ -1,3 +1,4 @@ head\n a\n-b\n+B\n+c\n d\n@@ -10 +11 @@\n-@@ old\n\\ No newline at end of file\n+@@ new\n'

test('DIFF-054 the lines of a diff have the numbers of both sides, also those of one side', () => {
  const [first, second] = readHunks(patch)
  expect(first).toMatchObject({ oldStart: 1, oldLines: 3, newStart: 1, newLines: 4, heading: 'head' })
  expect(first?.lines.map(({ kind, oldPos, newPos, text }) => [kind, oldPos, newPos, text])).toEqual([
    ['context', 1, 1, 'a'],
    ['removed', 2, 2, 'b'],
    ['added', 3, 2, 'B'],
    ['added', 3, 3, 'c'],
    ['context', 3, 4, 'd'],
  ])
  expect(second?.lines).toEqual([
    { kind: 'removed', oldPos: 10, newPos: 11, text: '@@ old', isUnended: true },
    { kind: 'added', oldPos: 11, newPos: 11, text: '@@ new' },
  ])
  expect(lineCode('f'.repeat(40), { oldPos: 3, newPos: 2 })).toBe(`${'f'.repeat(40)}_3_2`)
})

test.each([
  [
    'a new file',
    '@@ -0,0 +1,2 @@\n+a\n+b\n',
    [
      ['added', 1, 1],
      ['added', 1, 2],
    ],
  ],
  ['a deleted file', '@@ -1 +0,0 @@\n-a\n', [['removed', 1, 1]]],
  ['lines added without context', '@@ -3,0 +4 @@\n+x\n', [['added', 4, 4]]],
])('the numbers of %s', (_what, text, lines) => {
  expect(readHunks(text).flatMap(hunk => hunk.lines.map(({ kind, oldPos, newPos }) => [kind, oldPos, newPos]))).toEqual(
    lines,
  )
})
