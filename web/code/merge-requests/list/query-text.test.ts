import { expect, test } from 'vitest'
import { readQuery } from '#web/plan/lists/filter/query-text.ts'
import { mergeRequestFilterSet } from './filters.ts'

test('the query of a list of merge requests has its own fields', () => {
  expect(readQuery('reviewer:@me draft:no target:main is:merged', mergeRequestFilterSet)).toEqual({
    kind: 'read',
    filters: [
      { field: 'reviewer', how: 'is', value: '@me' },
      { field: 'draft', how: 'is', value: 'no' },
      { field: 'target', how: 'is', value: 'main' },
    ],
    search: '',
    state: 'merged',
  })
  expect(readQuery('weight:2', mergeRequestFilterSet)).toEqual({ kind: 'plain' })
})
