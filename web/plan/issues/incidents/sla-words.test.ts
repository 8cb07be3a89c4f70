import { expect, test } from 'vitest'
import { slaWords } from './sla-words.ts'

const now = Date.parse('2026-05-01T12:00:00Z')

test.each([
  ['2026-05-01T13:12:00Z', false, true, '1h 12m left'],
  ['2026-05-03T15:00:00Z', false, true, '2d 3h left'],
  ['2026-05-02T12:00:00Z', false, true, '1d left'],
  ['2026-05-01T12:00:30Z', false, true, '0m left'],
  ['2026-05-01T11:00:00Z', true, true, 'Missed 1h ago'],
  ['2026-05-01T11:59:00Z', false, true, 'Missed 1m ago'],
  ['2026-05-01T11:00:00Z', true, false, 'Missed'],
  ['2026-05-01T11:00:00Z', false, false, 'Met'],
])('INCIDENT-005 due at %s, missed %s, open %s: "%s"', (dueAt, hasMissed, isOpen, words) => {
  expect(slaWords({ dueAt, hasMissed, isOpen }, now)).toBe(words)
})
