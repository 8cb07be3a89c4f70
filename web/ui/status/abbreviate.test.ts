import { expect, test } from 'vitest'
import { abbreviate } from './abbreviate.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1k'],
  [1_500, '1.5k'],
  [12_345, '12.3k'],
  [999_949, '1000k'],
  [999_950, '1m'],
  [1_000_000, '1m'],
  [2_340_000, '2.3m'],
])('UI-006 %i is written %s', (count, text) => {
  expect(abbreviate(count)).toBe(text)
})
