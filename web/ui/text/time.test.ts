import { expect, test } from 'vitest'
import { dayWords, periodWords } from '#contract/day-words.ts'
import { dayIn, describeRelative, describeTime } from './time.ts'

const at = (day: number, hour: number, minute = 0, second = 0) => new Date(Date.UTC(2026, 2, day, hour, minute, second))
const noon = at(10, 12)

test.each<[Date, string]>([
  [at(10, 11, 59, 40), 'just now'],
  [at(10, 12, 0, 30), 'just now'],
  [at(10, 11, 59), '1 minute ago'],
  [at(10, 11, 15), '45 minutes ago'],
  [at(10, 11, 0, 20), '1 hour ago'],
  [at(10, 11), '1 hour ago'],
  [at(9, 13), '23 hours ago'],
  [at(9, 11), 'yesterday'],
  [at(8, 23), '2 days ago'],
  [at(4, 12), '6 days ago'],
  [at(3, 23), '3 Mar, 2026'],
  [at(11, 13), 'tomorrow'],
  [at(12, 12), 'in 2 days'],
  [at(17, 12), '17 Mar, 2026'],
  [new Date(Date.UTC(2024, 0, 10)), '10 Jan, 2024'],
])('%s is %s', (moment, words) => {
  expect(describeRelative(moment, noon)).toBe(words)
})

test('a time is written with the clock that was chosen', () => {
  const afternoon = new Date(Date.UTC(2026, 10, 21, 15, 4))
  expect(describeTime(afternoon, '24')).toBe('21 Nov, 2026, 15:04')
  expect(describeTime(afternoon, '12').replace('\u202f', ' ')).toBe('21 Nov, 2026, 3:04 PM')
})

test('DATE-003 a day is shown as "d mmm, yyyy", the same in every zone', () => {
  expect(dayWords('2026-01-01')).toBe('1 Jan, 2026')
  expect(dayWords('2024-03-05')).toBe('5 Mar, 2024')
  expect(dayWords('2026-09-30')).toBe('30 Sep, 2026')
})

test('days and times are those of the reader', () => {
  const berlin = { timeZone: 'Europe/Berlin', language: 'en-GB', choices: [], sessionChoices: [] }
  const evening = new Date(Date.UTC(2026, 2, 9, 23, 30))
  expect(describeRelative(evening, new Date(Date.UTC(2026, 2, 11, 22)))).toBe('2 days ago')
  expect(describeRelative(evening, new Date(Date.UTC(2026, 2, 11, 22)), berlin)).toBe('yesterday')
  expect(describeTime(evening, 'system', berlin)).toBe('10 Mar, 2026, 00:30')
  expect(dayIn(evening, berlin)).toBe('2026-03-10')
})

test.each([
  ['2026-11-23', '2026-12-06', '23 Nov – 6 Dec, 2026'],
  ['2026-12-21', '2027-01-03', '21 Dec, 2026 – 3 Jan, 2027'],
])('MILE-009 the period from %s to %s is %s', (first, last, words) => {
  expect(periodWords(first, last)).toBe(words)
})
