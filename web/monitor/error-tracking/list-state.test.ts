import { expect, test } from 'vitest'
import { errorInput, errorListState, errorsInput, searchOf } from './list-state.ts'
import { withRecent } from './recent-searches.ts'

test('ERRTRK-024 the state of the list begins with the order by last_seen and the status unresolved', () => {
  const usual = { sortField: 'last_seen', statusFilter: 'unresolved', searchQuery: '', cursor: null } as const
  expect(errorListState({})).toEqual(usual)
  expect(errorListState({ sort: 'title', status: 'lost', search: ['a'], cursor: '' })).toEqual(usual)
  expect(searchOf(usual)).toEqual({})
})

test('ERRTRK-006, ERRTRK-024, ERRTRK-027 the state is read from the address, asked for and written there', () => {
  const search = { sort: 'frequency', status: 'ignored', search: '  jam ', cursor: 'next.x' }
  const state = errorListState(search)
  expect(state).toEqual({ sortField: 'frequency', statusFilter: 'ignored', searchQuery: 'jam', cursor: 'next.x' })
  expect(searchOf(state)).toEqual({ ...search, search: 'jam' })
  expect(errorsInput('weft/loom', search)).toEqual({
    namespace: 'weft/loom',
    sort: 'frequency',
    issueStatus: 'ignored',
    searchTerm: 'jam',
    cursor: 'next.x',
  })
  const one = { namespace: 'weft/loom', errorId: '7' }
  expect(errorInput({ ...one, errorId: '1e3' }, {})).toEqual({ namespace: 'weft/loom', errorId: 0 })
  expect(errorInput(one, { event: '12' })).toEqual({ namespace: 'weft/loom', errorId: 7, event: 12 })
  for (const event of ['x', '0', '1e3', ''])
    expect(errorInput(one, { event })).toEqual({ namespace: 'weft/loom', errorId: 7 })
})

test('ERRTRK-007, ERRTRK-008 recent searches are five, the latest first, each once, and none is empty', () => {
  const six = ['a', 'b', 'c', 'd', 'e', 'f'].reduce<readonly string[]>(withRecent, [])
  expect(six).toEqual(['f', 'e', 'd', 'c', 'b'])
  expect(withRecent(six, ' d ')).toEqual(['d', 'f', 'e', 'c', 'b'])
  expect(withRecent(six, '   ')).toEqual(six)
})
