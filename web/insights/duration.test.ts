import { expect, test } from 'vitest'
import { comparedWords, durationWords } from './duration.ts'

const hour = 3600

test.each([
  [null, '–'],
  [0, '0 minutes'],
  [30, '< 1 minute'],
  [60, '1 minute'],
  [90 * 60, '90 minutes'],
  [4.24 * hour, '4.2 hours'],
  [25 * hour, '25 hours'],
  [60 * hour, '2.5 days'],
  [1234 * 24 * hour, '1,234 days'],
])('PREMIUM-022 %s seconds are shown as %s', (seconds, words) => {
  expect(durationWords(seconds)).toBe(words)
})

test.each([
  [90, 100, '10% shorter than before'],
  [250, 100, '150% longer than before'],
  [100, 100, 'As before'],
  [null, 100, ''],
  [100, null, ''],
  [100, 0, ''],
])('PREMIUM-022 %s seconds after %s: %s', (seconds, before, words) => {
  expect(comparedWords(seconds, before)).toBe(words)
})
