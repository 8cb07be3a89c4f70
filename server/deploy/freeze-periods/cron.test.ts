import { expect, test } from 'vitest'
import { frozenUntil, occurs, parseCron } from './cron.ts'

const weekend = { freezeStart: '0 23 * * 5', freezeEnd: '0 7 * * 1', timeZone: 'Europe/Berlin' }
const holidays = { freezeStart: '30 8 24 12 *', freezeEnd: '0 0 2 1 *', timeZone: 'UTC' }

test.each<[string, Parameters<typeof frozenUntil>[0], string, string | null]>([
  ['a minute before a weekend', weekend, '2026-11-27T21:59:00Z', null],
  ['the first minute of a weekend', weekend, '2026-11-27T22:00:00Z', '2026-11-30 07:00'],
  ['a Sunday', weekend, '2026-11-29T12:00:00Z', '2026-11-30 07:00'],
  ['the end of a weekend', weekend, '2026-11-30T06:00:00Z', null],
  ['a weekend in summer', weekend, '2026-07-03T21:00:00Z', '2026-07-06 07:00'],
  ['a year that changes in a freeze', holidays, '2026-12-31T23:59:00Z', '2027-01-02 00:00'],
  [
    'the last day of February',
    { freezeStart: '0 0 29 2 *', freezeEnd: '0 0 1 3 *', timeZone: 'UTC' },
    '2027-05-01T00:00:00Z',
    null,
  ],
  [
    'a pattern without an occurrence',
    { freezeStart: '0 0 31 2 *', freezeEnd: '0 0 1 3 *', timeZone: 'UTC' },
    '2027-05-01T00:00:00Z',
    null,
  ],
])('a freeze period on %s', (_case, period, at, until) => {
  expect(frozenUntil(period, new Date(at))).toBe(until)
})

test.each([
  ...['', '* * * *', '* * * * * *', '60 * * * *', '* 24 * * *', '* * 0 * *', '* * * 13 *', '* * * * 8'],
  ...['a * * * *', '5-1 * * * *', '*/0 * * * *', '1/2/3 * * * *', '-1 * * * *', ',,,,, * * * *', '* * * fri *'],
])('%j is no pattern', pattern => {
  expect(parseCron(pattern)).toBeNull()
})

test.each([
  ['0 0 29 2 *', true],
  ['0 0 31 2 *', false],
  ['0 0 31 2 1', true],
  ['nonsense', false],
])('%j has occurrences: %j', (pattern, has) => {
  expect(occurs(pattern)).toBe(has)
})

test('names, lists, ranges and steps are read as crontab has them', () => {
  const cron = parseCron('*/20 8-10,20 1 JAN-mar sun,5')
  expect([...(cron?.minutes ?? [])]).toEqual([0, 20, 40])
  expect([...(cron?.hours ?? [])]).toEqual([8, 9, 10, 20])
  expect([...(cron?.months ?? [])]).toEqual([1, 2, 3])
  expect([...(cron?.weekdays ?? [])]).toEqual([0, 5])
  expect(cron?.eitherDay).toBe(true)
})
