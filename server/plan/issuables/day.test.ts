import { expect, test } from 'vitest'
import { spellDay } from './day.ts'

test('a day is spelled for people', () => {
  expect(spellDay('2026-03-05')).toBe('5 Mar, 2026')
})
