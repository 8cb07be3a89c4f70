import { expect, test } from 'vitest'
import { assigneesTitle, foldedCounter, listNames } from './people.ts'

test('ASSIGN-001 the title counts from two on', () => {
  expect([0, 1, 2].map(assigneesTitle)).toEqual(['Assignee', 'Assignee', '2 Assignees'])
})

test('ASSIGN-018 the folded counter says how many are hidden, at most 99+', () => {
  expect([1, 2, 3, 99, 100, 101, 500].map(foldedCounter)).toEqual([null, null, '+2', '+98', '+99', '99+', '99+'])
})

test('ASSIGN-019 a tooltip lists five names, then how many more', () => {
  expect(listNames(['a', 'b'])).toBe('a, b')
  expect(listNames(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a, b, c, d, e, + 2 more')
})
