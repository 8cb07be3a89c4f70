import type { Search } from '#web/api/router/search.ts'
import { exploreSort } from './dashboard/explore-sorts.ts'
import { listed } from './places/listed.ts'

// The inputs of some pages, loaded with these pages because others do not read these parameters.

export function exploreInput(search: Search) {
  const sort = exploreSort(search.sort)
  const topic = search.topic === undefined ? {} : { topic: search.topic }
  return { ...listed(search), ...topic, ...(sort === undefined ? {} : { sort }) }
}

/** The filters of the list of users: their words in the address, and their inputs. */
export const userFilters = [
  { word: 'active', input: 'active' },
  { word: 'admins', input: 'admins' },
  { word: 'blocked', input: 'blocked' },
  { word: 'blocked_pending_approval', input: 'blockedPendingApproval' },
] as const

export function usersInput(search: Search) {
  const filter = userFilters.find(({ word }) => search[word] === 'true')
  return { ...listed(search), ...(filter === undefined ? {} : { [filter.input]: true }) }
}

export const newProjectInput = (search: Search) => idIn(search, 'namespace_id', 'namespaceId')

export const newGroupInput = (search: Search) => idIn(search, 'parent_id', 'parentId')

function idIn(search: Search, name: string, inputName: string): Readonly<Record<string, number>> {
  const text = search[name]
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? { [inputName]: Number(text) } : {}
}
