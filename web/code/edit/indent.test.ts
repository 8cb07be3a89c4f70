import { expect, test } from 'vitest'
import { columnsOf, indentOf, keptColours, nextIndent, reindented } from './indent.ts'

test.each([
  ['a\n\tb', '\t'],
  ['a\n    b\n        c', '    '],
  ['a\n  b\n    c', '  '],
  ['a\nb', '  '],
])('the unit of indentation is read from %j', (text, unit) => {
  expect(indentOf(text)).toBe(unit)
})

test('selected lines are indented and outdented by one step, and the selection follows', () => {
  const text = 'a {\n  b\n\n  c\n}'
  const more = reindented(text, 6, 12, '  ', 'in')
  expect(more).toMatchObject({ text: '    b\n\n    c', from: 4, to: 12, selectFrom: 8, selectTo: 16 })
  expect(reindented(text, 4, 13, '  ', 'out')).toMatchObject({ text: 'b\n\nc', from: 4, to: 12 })
  expect(reindented(text, 0, 1, '  ', 'out')).toBeNull()
})

test('a new line begins as deep as the one before it', () => {
  expect(nextIndent('if\n\t\tx', 6)).toBe('\t\t')
  expect(nextIndent('  x', 1)).toBe(' ')
})

test('the width of a text counts tabs and wide signs', () => {
  expect(columnsOf(['ab\tc', '漢字'])).toBe(5)
})

test('lines around a change keep their colours', () => {
  expect(keptColours(['a', 'b', 'c'], ['A', 'B', 'C'], ['a', 'x', 'y', 'c'])).toEqual(['A', null, null, 'C'])
})
