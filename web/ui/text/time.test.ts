import { expect, test } from 'vitest'
import { describeDay, describeRelative, describeTime } from './time.ts'

const now = new Date('2026-03-10T12:00:00Z')

test.each([
  ['2026-03-10T11:59:40Z', 'just now'],
  ['2026-03-10T12:00:30Z', 'just now'],
  ['2026-03-10T11:59:00Z', '1 minute ago'],
  ['2026-03-10T11:15:00Z', '45 minutes ago'],
  ['2026-03-10T11:00:00Z', '1 hour ago'],
  ['2026-03-10T11:00:20Z', '1 hour ago'],
  ['2026-03-09T13:00:00Z', '23 hours ago'],
  ['2026-03-09T11:00:00Z', '1 day ago'],
  ['2026-03-12T12:00:00Z', 'in 2 days'],
  ['2026-02-24T12:00:00Z', '2 weeks ago'],
  ['2025-12-10T12:00:00Z', '2 months ago'],
  ['2024-01-10T12:00:00Z', '2 years ago'],
])('%s is %s', (at, words) => {
  expect(describeRelative(new Date(at), now)).toBe(words)
})

test('a time is written with the clock that was chosen', () => {
  const afternoon = new Date(2026, 10, 21, 15, 4)
  expect(describeTime(afternoon, '24')).toBe('Nov 21, 2026, 15:04')
  expect(describeTime(afternoon, '12').replace('\u202f', ' ')).toBe('Nov 21, 2026, 3:04 PM')
})

test('DATE-003 a day is shown as "d mmm, yyyy", the same in every zone', () => {
  expect(describeDay('2026-01-01')).toBe('1 Jan, 2026')
  expect(describeDay('2024-03-05')).toBe('5 Mar, 2024')
  expect(describeDay('2026-09-30')).toBe('30 Sep, 2026')
})
