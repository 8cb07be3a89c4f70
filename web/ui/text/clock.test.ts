import { afterEach, expect, test, vi } from 'vitest'
import { today } from '../forms/dates/day.ts'
import { currentTime, setServerTime } from './clock.ts'

afterEach(() => {
  vi.useRealTimers()
  setServerTime(new Date().toISOString())
})

test.each([
  ['a day behind', '2026-03-03T15:00:00Z', '2026-03-04'],
  ['a day ahead', '2026-03-05T15:00:00Z', '2026-03-04'],
])('a browser %s shows the time of the server', (_off, browser, day) => {
  vi.useFakeTimers({ now: Date.parse(browser) })
  setServerTime('Wed, 04 Mar 2026 15:00:00 GMT')
  expect(currentTime().toISOString()).toBe('2026-03-04T15:00:00.000Z')
  expect(today()).toBe(day)
})

test.each([['2026-03-04T15:00:03Z'], [''], [null]])('an answer of "%s" leaves a clock that is right alone', at => {
  vi.useFakeTimers({ now: Date.parse('2026-03-04T15:00:00Z') })
  setServerTime(at)
  expect(currentTime().toISOString()).toBe('2026-03-04T15:00:00.000Z')
})
