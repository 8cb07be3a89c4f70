import { expect, test } from 'vitest'
import { dateOf, dayOf, readDay } from './day.ts'

test.each([
  ['2026-11-21', '2026-11-21'],
  ['2026-2-3', '2026-02-03'],
  [' Today ', '2026-03-10'],
  ['tomorrow', '2026-03-11'],
  ['in 3 days', '2026-03-13'],
  ['in 1 week', '2026-03-17'],
  ['21 Nov', '2026-11-21'],
  ['1. April 2027', '2027-04-01'],
  ['Nov 21, 2026', '2026-11-21'],
  ['september 5', '2026-09-05'],
  ['2026-02-30', null],
  ['2026-13-01', null],
  ['32 Nov', null],
  ['5 foo', null],
  ['soon', null],
  ['', null],
])('"%s" is the day %s', (text, day) => {
  expect(readDay(text, '2026-03-10')).toBe(day)
})

test('a day survives the way to a date and back', () => {
  for (const day of ['2026-01-01', '2026-03-29', '2026-10-25', '2028-02-29']) expect(dayOf(dateOf(day))).toBe(day)
})
