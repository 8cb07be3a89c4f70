import { expect, test } from 'vitest'
import { editFile } from './edit-file.ts'

const edit = (fromLine: number, toLine: number, fromContent: string, toContent: string) => ({
  fromLine,
  toLine,
  fromContent,
  toContent,
})

test.each([
  ['line endings of Windows stay', 'a\r\nb\r\n', [edit(2, 2, 'b\r\n', 'B\nC\n')], 'a\r\nB\r\nC\r\n'],
  ['mixed line endings stay', 'a\r\nb\nc\r\n', [edit(1, 3, 'a\r\nb\nc\r\n', 'A\nB\nC\nD\n')], 'A\r\nB\nC\r\nD\r\n'],
  ['a byte order mark stays', '\ufeffa\n', [edit(1, 1, '\ufeffa\n', 'A\n')], '\ufeffA\n'],
  ['a file without a newline at its end stays so', 'a\nb', [edit(2, 2, 'b', 'B\n')], 'a\nB'],
  [
    'several edits keep each other’s numbers',
    'a\nb\nc\n',
    [edit(1, 1, 'a\n', ''), edit(3, 3, 'c\n', 'C\nD\n')],
    'b\nC\nD\n',
  ],
])('SUGG-003 %s', (_rule, text, edits, expected) => {
  expect(editFile(text, edits)).toEqual({ outcome: 'edited', text: expected })
})

test.each([
  ['changed', [edit(1, 1, 'x\n', 'A\n')]],
  ['overlap', [edit(1, 2, 'a\nb\n', 'A\n'), edit(2, 2, 'b\n', 'B\n')]],
] as const)('SUGG-009 lines that do not fit: %s', (outcome, edits) => {
  expect(editFile('a\nb\n', edits)).toEqual({ outcome })
})
