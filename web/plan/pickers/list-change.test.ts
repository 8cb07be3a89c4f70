import { expect, test } from 'vitest'
import { changeOf, idsOf, isNoChange, withChange } from './list-change.ts'

const rows = (...ids: number[]) => ids.map(id => ({ id }))

test('a change is made to the list as it is by then, not as it was', () => {
  const change = changeOf(rows(1, 2), rows(2, 3))
  expect([idsOf(change.added), idsOf(change.removed)]).toEqual([[3], [1]])
  expect(idsOf(withChange(rows(1, 2, 9), change))).toEqual([2, 9, 3])
  expect(idsOf(withChange(rows(3), change))).toEqual([3])
})

test('the same rows in another order are no change', () => {
  expect(isNoChange(changeOf(rows(1, 2), rows(2, 1)))).toBe(true)
})
