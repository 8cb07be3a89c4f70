import { expect, test } from 'vitest'
import { Windows } from './windows.ts'

test('counts begin again when the window of their key has passed', () => {
  const windows = new Windows(1000)
  expect(windows.count('a', 0)).toMatchObject({ count: 1, endsAtMs: 1000 })
  expect(windows.count('a', 999).count).toBe(2)
  expect(windows.count('b', 999)).toMatchObject({ count: 1, endsAtMs: 1999 })
  expect(windows.count('a', 1000)).toMatchObject({ count: 1, endsAtMs: 2000 })
})

test('no flood of keys fills the memory', () => {
  const windows = new Windows(1000)
  windows.count('a', 0)
  for (let key = 0; key < 50_000; key += 1) windows.count(key, 1)
  expect(windows.count('a', 2).count).toBe(1)
})
