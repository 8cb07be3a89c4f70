import { expect, test } from 'vitest'
import { chooseLine, readLines, writeLines } from './selection.ts'

test.each([
  ['L10', { from: 10, to: 10 }],
  ['#L10-20', { from: 10, to: 20 }],
  ['L20-L10', { from: 10, to: 20 }],
  ['L0', null],
  ['note_10', null],
  ['', null],
])('%s means %o', (hash, lines) => {
  expect(readLines(hash)).toEqual(lines)
})

test('lines are written as they are read', () => {
  expect(writeLines({ from: 3, to: 3 })).toBe('L3')
  expect(readLines(writeLines({ from: 3, to: 9 }))).toEqual({ from: 3, to: 9 })
})

test('shift takes the lines between, in both directions', () => {
  const chosen = { from: 10, to: 12 }
  expect(chooseLine(chosen, 20, true)).toEqual({ from: 10, to: 20 })
  expect(chooseLine(chosen, 4, true)).toEqual({ from: 4, to: 12 })
  expect(chooseLine(chosen, 20, false)).toEqual({ from: 20, to: 20 })
  expect(chooseLine(null, 5, true)).toEqual({ from: 5, to: 5 })
})
