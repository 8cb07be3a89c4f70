import { expect, test } from 'vitest'
import { dayTextOf } from './day-text.ts'

const now = '2026-03-04'

test.each([
  ['', { kind: 'empty' }],
  ['in 2 weeks', { kind: 'day', day: '2026-03-18' }],
  ['next friday', { kind: 'day', day: '2026-03-13' }],
  ['5 mar 2026', { kind: 'day', day: '2026-03-05' }],
])('"%s" in a date field', (text, read) => {
  expect(dayTextOf(text, {}, now)).toEqual(read)
})

test.each([
  ['soonish', {}, /^Enter a date, such as/],
  ['today', { min: '2026-03-05' }, /^Enter 5 Mar, 2026 or a later date/],
  ['in 2 years', { max: '2027-03-04' }, /^Enter 4 Mar, 2027 or an earlier date/],
])('"%s" is refused with a sentence', (text, bounds, why) => {
  expect(dayTextOf(text, bounds, now)).toEqual({ kind: 'refused', why: expect.stringMatching(why) })
})
