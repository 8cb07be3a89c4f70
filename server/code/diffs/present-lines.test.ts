import { expect, test } from 'vitest'
import { countPresented, presentLines } from './present-lines.ts'

test('DIFF-054 lines have a code, a type, their numbers and escaped text', () => {
  const lines = presentLines('f', '@@ -7,2 +7,2 @@ head\n a\n-<b>\n\\ No newline at end of file\n+c\n')
  expect(
    lines.map(({ lineCode, type, oldLine, newLine, richText }) => [lineCode, type, oldLine, newLine, richText]),
  ).toEqual([
    [null, 'match', null, null, '@@ -7,2 +7,2 @@ head'],
    ['f_7_7', null, 7, 7, ' a'],
    ['f_8_8', 'old', 8, null, '-&lt;b&gt;'],
    [null, 'old-nonewline', null, null, ' No newline at end of file'],
    ['f_9_8', 'new', null, 8, '+c'],
  ])
  expect(lines[0]?.metaData).toEqual({ oldPos: 7, newPos: 7 })
})

test('SUGG-014 a line can receive a suggestion unless it is gone', () => {
  const lines = presentLines('f', '@@ -1,2 +1,2 @@\n a\n-b\n+c\n')
  expect(lines.map(({ type, canReceiveSuggestion }) => [type, canReceiveSuggestion])).toEqual([
    [null, true],
    ['old', false],
    ['new', true],
  ])
})

test.each([
  '',
  '@@ -7,2 +7,2 @@ head\n a\n-b\n\\ No newline at end of file\n+c\n',
  '@@ -1,2 +1,2 @@\n a\n-b\n+c\n@@ -9 +9 @@\n-d\n+e\n',
  '@@ -0,0 +1,2 @@\n+a\n+b',
])('DIFF-054 the lines of a patch are counted as they are shown: %j', patch => {
  expect(countPresented(patch)).toBe(presentLines('f', patch).length)
})
