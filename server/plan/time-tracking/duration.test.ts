import { expect, test } from 'vitest'
import { parseDuration } from './duration.ts'

test.each([
  ['1h', 3600],
  ['1mo 2w 3d 4h 5m', 576_000 + 288_000 + 86_400 + 14_400 + 300],
  ['30m 1h', 5400],
  ['1h30m', 5400],
  ['1 hour 30 minutes', 5400],
  ['1.5h', 5400],
  ['2', 7200],
  ['45s', 45],
  ['-1h 30m', -5400],
  [' 1D ', 28_800],
  ['0', 0],
  ['0h', 0],
])('TIME-003 %j is %i seconds', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds)
})

test.each(['', ' ', '-', 'soon', '1x', '1h and', '1h2', '1 2h', '--1h', '1.h', '9999999999h', '1'.repeat(300)])(
  '%j is no duration',
  text => {
    expect(parseDuration(text)).toBeNull()
  },
)
