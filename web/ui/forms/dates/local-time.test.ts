import { expect, test } from 'vitest'
import { fromLocalTime, toLocalTime } from './local-time.ts'

test('a moment becomes the time of a field and comes back to the minute', () => {
  const moment = '2031-03-04T05:06:00.000Z'
  expect(toLocalTime(moment)).toMatch(/^2031-03-0[345]T\d\d:\d\d$/)
  expect(fromLocalTime(toLocalTime(moment))).toBe(moment)
})

test.each(['', 'soon', '2031-13-40T99:99'])('what is no time is null: %j', text => {
  expect(fromLocalTime(text)).toBeNull()
})
