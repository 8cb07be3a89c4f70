import { expect, test } from 'vitest'
import { held } from './steady-rows.ts'

const idOf = (row: { readonly id: number }) => row.id

test('a held list keeps the order of its rows and shows their current data', () => {
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
