import { expect, test } from 'vitest'
import { forBox, forFile } from './line-ends.ts'

test.each<[string, string, (text: string) => string, string]>([
  ['keeps CRLF', 'a\r\nb\r\n', text => text.replace('b', 'B\nC'), 'a\r\nB\r\nC\r\n'],
  ['keeps LF', 'a\nb\n', text => `${text}c`, 'a\nb\nc'],
  ['keeps each ending of a mixed file', 'a\r\nb\nc\r\nd\n', text => text.replace('b', 'B'), 'a\r\nB\nc\r\nd\n'],
  [
    'keeps them around an added line',
    'a\r\nb\nc\r\nd\n',
    text => text.replace('b\n', 'b\nnew\n'),
    'a\r\nb\nnew\nc\r\nd\n',
  ],
  ['keeps them around a removed line', 'a\r\nb\nc\r\nd\n', text => text.replace('b\n', ''), 'a\r\nc\r\nd\n'],
  ['keeps the ending of the line that is joined to', 'a\r\nb\nc', text => text.replace('a\nb', 'ab'), 'ab\r\nc'],
  ['keeps CR', 'a\rb\r', text => text.replace('b', 'B'), 'a\rB\r'],
  ['keeps the byte order mark', '\ufeffa\r\nb', text => text.replace('a', 'A'), '\ufeffA\r\nb'],
  ['keeps the mark of an emptied file', '\ufeffa\n', () => '', '\ufeff'],
  ['adds a newline at the end', 'a\r\nb', text => `${text}\n`, 'a\r\nb\r\n'],
])('CODE-021 editing %s', (_rule, original, edit, expected) => {
  expect(forBox(original)).not.toMatch(/[\r\ufeff]/)
  expect(forFile(edit(forBox(original)), original)).toBe(expected)
  expect(forFile(forBox(original), original)).toBe(original)
})

test('a long file with mixed endings is read in one pass', () => {
  const original = Array.from({ length: 50_000 }, (_, index) => `line ${index}${index % 3 === 0 ? '\r\n' : '\n'}`).join(
    '',
  )
  const edited = forBox(original).replace('line 20000\n', 'changed\nadded\n')
  const expected = original.replace(/line 20000(\r?\n)/, (_all, end: string) => `changed${end}added${end}`)
  expect(forFile(edited, original)).toBe(expected)
})
