import { expect, test } from 'vitest'
import type { GroupWord } from '#contract/plan/lists/group-words.ts'
import { groupTitle } from './words.ts'

const group = { key: '', detail: null, person: null, label: null, path: null, count: 1, ids: [], next: null }

test.each<[GroupWord, string | null, string]>([
  ['severity', 'HIGH', 'High - S2'],
  ['severity', null, 'No severity'],
  ['health_status', 'at_risk', 'At risk'],
  ['weight', '5', 'Weight 5'],
  ['type', 'incident', 'Incident'],
  ['state', 'opened', 'Open'],
  ['milestone', 'Spring fair', 'Spring fair'],
  ['parent', null, 'No parent epic'],
])('PLATFORM-004 the group of %s %s is called "%s"', (by, name, title) => {
  expect(groupTitle(by, { ...group, name }, undefined)).toBe(title)
})

test('PLATFORM-004 the group without a label of the scope is named after it', () => {
  expect(groupTitle('label', { ...group, name: null }, 'priority')).toBe('No priority label')
})
