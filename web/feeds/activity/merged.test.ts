import { expect, test } from 'vitest'
import { type Activity, appended, merged } from './merged.ts'

const row = (id: number): Activity => ({
  id,
  action: 'joined',
  createdAt: `2026-01-01T00:00:${String(id).padStart(2, '0')}.000Z`,
  author: {
    id: 1,
    username: 'ann',
    name: 'Ann',
    state: 'active',
    locked: false,
    avatarUrl: null,
    webUrl: '',
    publicEmail: '',
  },
  place: { id: 1, kind: 'project', fullName: 'Weft / Loom', fullPath: 'weft/loom' },
  target: null,
  comment: null,
  push: null,
})
const page = (ids: readonly number[], next: string | null = 'on') => ({ activities: ids.map(row), next })

test.each([
  ['a new row comes before the pages that were read', [9, 8, 7, 6, 5, 4], [10, 9, 8], [10, 9, 8, 7, 6, 5, 4], 'known'],
  ['a deleted row goes', [9, 8, 7, 6], [9, 7, 6], [9, 7, 6], 'fresh'],
  ['more new rows than a page holds begin the list anew', [3, 2, 1], [9, 8, 7], [9, 8, 7], 'fresh'],
])('%s', (_, known, fresh, wanted, next) => {
  const result = merged(page(known, 'known'), page(fresh, 'fresh'))
  expect([result.activities.map(({ id }) => id), result.next]).toEqual([wanted, next])
})

test('the next page adds each row once', () => {
  const result = appended(page([5, 4, 3]), page([3, 2], null))
  expect([result.activities.map(({ id }) => id), result.next]).toEqual([[5, 4, 3, 2], null])
})
