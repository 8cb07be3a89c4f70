import { expect, test } from 'vitest'
import { isOfType } from './cursor-value.ts'

test.each([
  ['timestamptz', '2026-02-28T23:59:59.123456Z', true],
  ['timestamptz', '2026-02-28 23:59:59+00', true],
  ['timestamptz', '2026-02-31T00:00:00.000000Z', false],
  ['timestamptz', '2026-02-28T24:00:01.000000Z', false],
  ['timestamptz', '294275-12-31T00:00:00Z', true],
  ['timestamptz', '999999-01-01T00:00:00Z', false],
  ['timestamptz', '2026-01-01T00:00:00+99', false],
  ['date', '2024-02-29', true],
  ['date', '12024-02-29', true],
  ['date', '12023-02-29', false],
  ['date', '2031-99-99', false],
  ['date', '0000-01-01', false],
  ['integer', '2147483647', true],
  ['integer', '2147483648', false],
  ['integer', '9999999999', false],
  ['bigint', '999999999999999999', true],
  ['text', 'Shuttle', true],
  ['text', 'nil\0', false],
] as const)('a cursor’s %s "%s" is a value of its type: %s', (type, text, expected) => {
  expect(isOfType(text, type)).toBe(expected)
})
