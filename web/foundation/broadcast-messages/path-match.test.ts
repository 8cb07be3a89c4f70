import { expect, test } from 'vitest'
import { matchesPath } from './path-match.ts'

test.each([
  [null, '/weft/loom', true],
  ['/weft/loom', '/weft/loom', true],
  ['weft/loom', '/Weft/Loom', true],
  ['/weft/loom', '/weft/loom/-/issues', false],
  ['/weft/*', '/weft/loom/-/issues', true],
  ['/weft/*', '/weave/loom', false],
  ['*/-/issues', '/weft/loom/-/issues', true],
  ['*/-/issues', '/weft/loom/-/issues/1', false],
  ['/weft/*/-/*/1', '/weft/loom/-/issues/1', true],
  ['/a*ab', '/ab', false],
  ['*', '/', true],
  ['.*', '/weft', false],
])('the pattern %s and the page %s: %s', (pattern, path, expected) => {
  expect(matchesPath(pattern, path)).toBe(expected)
})

test('a pattern of many stars takes no longer than a simple one', () => {
  expect(matchesPath('*a'.repeat(120), `/${'a'.repeat(5_000)}b`)).toBe(false)
})
