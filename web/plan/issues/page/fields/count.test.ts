import { expect, test } from 'vitest'
import { shortCount } from './count.ts'

test.each([
  [0, '0'],
  [99_999, '99999'],
  [100_000, '10000…'],
])('WEIGHT-004 folded, a weight of %i reads %s', (count, words) => {
  expect(shortCount(count)).toBe(words)
})
