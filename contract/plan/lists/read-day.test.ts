import { expect, test } from 'vitest'
import { readDay } from './read-day.ts'

// A Wednesday.
const now = '2026-03-04T15:00:00.000Z'

test.each([
  ['2026-01-31', '2026-01-31'],
  ['2026/1/5', '2026-01-05'],
  ['today', '2026-03-04'],
  ['Tomorrow', '2026-03-05'],
  ['in 3 days', '2026-03-07'],
  ['3 days', '2026-03-07'],
  ['in two weeks', '2026-03-18'],
  ['in a month', '2026-04-04'],
  ['1 year from now', '2027-03-04'],
  ['3 days ago', '2026-03-01'],
  ['a month ago', '2026-02-04'],
  ['-7d', '2026-02-25'],
  ['+2w', '2026-03-18'],
  ['3m', '2026-06-04'],
  ['-1y', '2025-03-04'],
  ['next week', '2026-03-11'],
  ['next month', '2026-04-04'],
  ['end of the week', '2026-03-08'],
  ['end of the month', '2026-03-31'],
  ['friday', '2026-03-06'],
  ['this Friday', '2026-03-06'],
  ['wednesday', '2026-03-11'],
  ['next friday', '2026-03-13'],
  ['next mon', '2026-03-09'],
  ['December 31st', '2026-12-31'],
  ['1 march', '2027-03-01'],
  ['1. April 2027', '2027-04-01'],
  ['Nov 21, 2026', '2026-11-21'],
  ['2026-2-3', '2026-02-03'],
  ['the 5th of March, 2027', '2027-03-05'],
  ['feb 29 2028', '2028-02-29'],
])('"%s" is %s', (text, day) => {
  expect(readDay(text, now)).toBe(day)
})

test.each([
  '',
  'soon',
  '2026-02-30',
  'june 31',
  'feb 29 2027',
  'in many days',
  '2026-13-01',
  'in 99999 years',
  '-99999y',
  '-2100y',
  '7x',
  'next',
])('"%s" is no day', text => {
  expect(readDay(text, now)).toBeNull()
})

test('a month added to its last day stays within the next', () => {
  expect(readDay('in 1 month', '2026-01-31T00:00:00.000Z')).toBe('2026-02-28')
})
