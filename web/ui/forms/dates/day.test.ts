import { expect, test } from 'vitest'
import { dateOf, dayOf } from './day.ts'

test('a day survives the way to a date and back', () => {
  for (const day of ['2026-01-01', '2026-03-29', '2026-10-25', '2028-02-29']) expect(dayOf(dateOf(day))).toBe(day)
})
