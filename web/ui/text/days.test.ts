import { expect, test } from 'vitest'
import { isPastDue, nameDay } from './days.ts'

test.each([
  ['DATE-005', '2026-11-21', 'Today'],
  ['DATE-006', '2026-11-22', 'Tomorrow'],
  ['DATE-007', '2026-11-20', 'Yesterday'],
  ['DATE-008', '2026-11-23', 'Monday'],
  ['DATE-008', '2026-11-27', 'Friday'],
  ['DATE-008', '2026-11-28', '28 Nov, 2026'],
  ['DATE-008', '2026-11-19', '19 Nov, 2026'],
])('%s a due date of %s on a Saturday, 21 November, reads %s', (_id, day, words) => {
  expect(nameDay(day, '2026-11-21')).toBe(words)
})

test('DATE-009 an open item that was due before today is past due', () => {
  expect(isPastDue('2026-11-20', 'opened', '2026-11-21')).toBe(true)
  expect(isPastDue('2026-11-21', 'opened', '2026-11-21')).toBe(false)
  expect(isPastDue('2026-11-20', 'closed', '2026-11-21')).toBe(false)
  expect(isPastDue(null, 'opened', '2026-11-21')).toBe(false)
})
