import { expect, test } from 'vitest'
import { morningOf, nextWeek, tomorrow } from './snooze-times.ts'

const at = (moment: Date) => [moment.getFullYear(), moment.getMonth() + 1, moment.getDate(), moment.getHours()]

test('tomorrow is nine in the morning, over the end of a month too', () => {
  expect(at(tomorrow(new Date(2026, 10, 30, 23, 59)))).toEqual([2026, 12, 1, 9])
})

test.each([
  [22, 23],
  [23, 30],
  [28, 30],
])('next week is Monday next: from %i to %i', (from, to) => {
  expect(at(nextWeek(new Date(2026, 10, from, 12)))).toEqual([2026, 11, to, 9])
})

test('a day is its morning', () => {
  expect(at(morningOf('2026-12-24'))).toEqual([2026, 12, 24, 9])
})
