import { expect, test } from 'vitest'
import { todosHref, todosInput } from './todos-address.ts'

test.each([
  [{}, {}],
  [
    { state: 'done', project_id: '7', action: 'assigned', page: '2' },
    { state: 'done', projectId: 7, action: 'assigned', page: 2 },
  ],
  [{ state: 'lost', project_id: 'x', action: ['a'], page: '-1' }, {}],
])('the address %j asks for %j', (search, expected) => {
  expect(todosInput(search)).toEqual(expected)
})

test('an address leads back to what it asks for, and leaves out what goes without saying', () => {
  expect(todosHref({ state: 'pending', page: 1 })).toBe('/dashboard/todos')
  expect(todosHref({ state: 'done', projectId: 7, action: 'mentioned', page: 3 })).toBe(
    '/dashboard/todos?state=done&project_id=7&action=mentioned&page=3',
  )
})
