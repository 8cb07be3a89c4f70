import { expect, test } from 'vitest'
import { parseSearch } from '#web/api/router/search.ts'
import { filtersOf } from '#web/plan/lists/filter/filters.ts'
import { todoFilterSet, todosInput, withNames } from './todos-address.ts'

test.each([
  ['', {}],
  ['state=done&project_id=7&action=assigned&page=2', { state: 'done', projectId: 7, action: 'assigned', page: 2 }],
  [
    'project=weft/loom&not[author_username]=ann&or[type][]=epic&or[type][]=task&search=broken',
    { project: 'weft/loom', not: { authorUsername: 'ann' }, or: { type: ['epic', 'task'] }, search: 'broken' },
  ],
  ['order_by=due_date&sort=asc', { orderBy: 'due_date', sort: 'asc' }],
  ['project_id=x&action[]=a&page=-1&order_by=magic', {}],
  // Beside a view, the state means that the view was changed.
  ['view=3&state=lost', { view: 3, state: 'pending', timeZone: expect.any(String) }],
])('TODO-004 the address %s is read', (text, expected) => {
  expect(todosInput(parseSearch(text))).toEqual(expected)
})

test('TODO-004 ids in the URL have names in the filter bar', () => {
  const offered = {
    authors: [{ id: 4, name: 'Ann', username: 'ann' }],
    projects: [{ id: 7, fullPath: 'weft/loom', nameWithNamespace: 'Weft / Loom' }],
    groups: [],
  }
  const search = withNames(parseSearch('project_id=7&author_id=5&not[author_username]=ann'), offered)
  expect(filtersOf(search, todoFilterSet(offered))).toEqual([
    { field: 'author', how: 'is not', value: 'ann' },
    { field: 'project', how: 'is', value: 'weft/loom' },
  ])
})
