import { expect, test } from 'vitest'
import { afterQuietHours } from './quiet-hours.ts'

const weekdays = [1, 2, 3, 4, 5]
const night = { days: weekdays, from: 22 * 60, to: 7 * 60, timeZone: 'Europe/Berlin' }
const noon = { days: weekdays, from: 12 * 60, to: 13 * 60, timeZone: 'Europe/Berlin' }

// In winter, Berlin is one hour ahead of UTC; in summer, two. 2026-11-30 is a Monday.
test.each([
  ['before they begin', night, '2026-11-30T20:59:00Z', '2026-11-30T20:59:00Z'],
  ['at their first minute', night, '2026-11-30T21:00:00Z', '2026-12-01T06:00:00Z'],
  ['past midnight', night, '2026-12-01T05:59:00Z', '2026-12-01T06:00:00Z'],
  ['at their end', night, '2026-12-01T06:00:00Z', '2026-12-01T06:00:00Z'],
  ['past midnight of the last day', night, '2026-12-05T02:00:00Z', '2026-12-05T06:00:00Z'],
  ['on the evening of another day', night, '2026-12-05T22:00:00Z', '2026-12-05T22:00:00Z'],
  ['past midnight of another day', night, '2026-11-30T02:00:00Z', '2026-11-30T02:00:00Z'],
  ['within one day', noon, '2026-11-30T11:30:00Z', '2026-11-30T12:00:00Z'],
  // The clocks are set forward in the night to Sunday, March 29th.
  [
    'in the night in which the clocks are set forward',
    { ...night, days: [6] },
    '2026-03-28T23:00:00Z',
    '2026-03-29T05:00:00Z',
  ],
])('a page %s goes out at the end of quiet hours', (_when, quiet, at, expected) => {
  expect(new Date(afterQuietHours(quiet, Date.parse(at))).toISOString()).toBe(new Date(expected).toISOString())
})
