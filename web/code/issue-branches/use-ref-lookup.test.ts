import { expect, test } from 'vitest'
import { isValid, lookupDelayMs } from './use-ref-lookup.ts'

test('BRANCH-020 typing rests for 500 ms before a ref is looked up', () => {
  expect(lookupDelayMs).toBe(500)
})

test.each([
  ['empty', true],
  ['available', true],
  ['checking', false],
  ['unavailable', false],
  ['failed', false],
] as const)('BRANCH-017 BRANCH-018 an input that is %s is valid: %s', (availability, valid) => {
  expect(isValid(availability)).toBe(valid)
})
