import { expect, test } from 'vitest'
import { countsByIndex } from './narrow.ts'

test.each([
  ['a word in every fifth of a few thousand issues', 46, 5_000, true],
  ['a word in every fifth of a million', 46, 1_000_000, false],
  ['a word in every hundredth of a million', 1_000, 1_000_000, true],
  ['a word in all of a few thousand', 10, 5_000, false],
])('the hits of %s are counted by the index where it reads fewer rows', (_words, within, rows, expected) => {
  expect(countsByIndex(within, rows)).toBe(expected)
})
