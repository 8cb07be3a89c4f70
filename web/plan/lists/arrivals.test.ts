import { expect, test } from 'vitest'
import { arrivalsIn } from './arrivals.ts'

const none: ReadonlySet<number> = new Set()

test('a row above rows that were there has arrived', () => {
  expect([...arrivalsIn([3, 2, 1], [4, 3, 2, 1], none)]).toEqual([4])
  expect([...arrivalsIn([], [1], none)]).toEqual([1])
})

test('a row that moved up because another went has not arrived', () => {
  expect([...arrivalsIn([3, 2, 1], [3, 1, 0], none)]).toEqual([])
})

test('what has arrived stays so while it is listed', () => {
  expect([...arrivalsIn([4, 3], [5, 4, 3], new Set([4]))]).toEqual([5, 4])
  expect([...arrivalsIn([4, 3], [3], new Set([4]))]).toEqual([])
})
