import { expect, test } from 'vitest'
import { shortWeight } from './weight.ts'

test.each([
  [0, '0'],
  [99_999, '99999'],
  [100_000, '10000…'],
])('WEIGHT-004 folded, a weight of %i reads %s', (weight, words) => {
  expect(shortWeight(weight)).toBe(words)
})
