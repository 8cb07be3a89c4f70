import { expect, test } from 'vitest'
import { changedPart, parseDiff, sidesOf } from './parse.ts'

const diff = '@@ -1,3 +1,4 @@ head\n a\n-b\n+B\n+c\n d\n@@ -10 +11 @@\n-old\n\\ No newline at end of file\n+new\n'

test('the rows of a diff carry the numbers of both sides', () => {
  expect(parseDiff(diff)).toEqual([
    { kind: 'hunk', oldLine: null, newLine: null, text: '@@ -1,3 +1,4 @@ head' },
    { kind: 'context', oldLine: 1, newLine: 1, text: 'a' },
    { kind: 'removed', oldLine: 2, newLine: null, text: 'b' },
    { kind: 'added', oldLine: null, newLine: 2, text: 'B' },
    { kind: 'added', oldLine: null, newLine: 3, text: 'c' },
    { kind: 'context', oldLine: 3, newLine: 4, text: 'd' },
    { kind: 'hunk', oldLine: null, newLine: null, text: '@@ -10 +11 @@' },
    { kind: 'removed', oldLine: 10, newLine: null, text: 'old', note: 'No newline at end of file' },
    { kind: 'added', oldLine: null, newLine: 11, text: 'new' },
  ])
})

test('each row knows its line in the text of its side', () => {
  const { before, after, lineOf } = sidesOf(parseDiff(diff))
  expect(before).toBe('a\nb\nd\nold')
  expect(after).toBe('a\nB\nc\nd\nnew')
  expect(lineOf).toEqual([null, 0, 1, 1, 2, 3, null, 3, 4])
})

test.each([
  ['const a = 1', 'const a = 12', { start: 11, beforeEnd: 11, afterEnd: 12 }],
  ['let word = x', 'let name = x', { start: 4, beforeEnd: 8, afterEnd: 8 }],
  ['abc', 'xyz', null],
])('from %s to %s', (before, after, part) => {
  expect(changedPart(before, after)).toEqual(part)
})
