import { expect, test } from 'vitest'
import { held } from './steady-rows.ts'

const idOf = (row: { readonly id: number }) => row.id

test('a list under the hand keeps its rows in their places, as they are now', () => {
  const before = [
    { id: 3, title: 'three' },
    { id: 2, title: 'two' },
    { id: 1, title: 'one' },
  ]
  const now = [
    { id: 4, title: 'four' },
    { id: 1, title: 'one, renamed' },
    { id: 3, title: 'three' },
  ]
  expect(held(before, now, idOf).map(row => row.title)).toEqual(['three', 'two', 'one, renamed'])
})
