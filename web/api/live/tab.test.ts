import { expect, test } from 'vitest'
import { tabIn, withTab } from './tab.ts'

const tabs = [{ key: 'all' }, { key: 'mine' }, { key: 'starred', value: 'stars' }] as const

test('UI-001 UI-002 UI-003 a tab stands in the address by its place or by its own value, the first not at all', () => {
  expect(withTab({ tab: 'stars', search: 'loom' }, tabs, 'all')).toEqual({ search: 'loom' })
  expect(withTab({ search: 'loom', page: '3' }, tabs, 'mine')).toEqual({ search: 'loom', tab: '1' })
  expect(withTab({}, tabs, 'starred')).toEqual({ tab: 'stars' })
})

test('UI-005 a tab may stand in a parameter of another name', () => {
  expect(withTab({ tab: '1' }, tabs, 'starred', 'list')).toEqual({ tab: '1', list: 'stars' })
})

test('UI-004 an address leads to its tab, and one that names none to the first', () => {
  expect(tabIn({}, tabs)).toBe('all')
  expect(tabIn({ tab: '1' }, tabs)).toBe('mine')
  expect(tabIn({ tab: 'stars' }, tabs)).toBe('starred')
  expect(tabIn({ tab: 'nothing' }, tabs)).toBe('all')
  expect(tabIn({ tab: 'stars', list: '1' }, tabs, 'list')).toBe('mine')
})
