import type { InputOf } from '#contract/operation.ts'
import type { Search } from '#web/api/router/search.ts'

export type CopiesInput = InputOf<typeof import('#contract/foundation/geo/geo-pages.ts').geoNodePage>

export const types = ['project_repositories', 'uploads'] as const
export const filters = [
  { key: 'all', label: 'All', is: {} },
  { key: 'failed', label: 'Failed', is: { state: 'failed' } },
  { key: 'differs', label: 'Different', is: { verificationState: 'failed' } },
  { key: 'pending', label: 'Pending', is: { state: 'pending' } },
  { key: 'synced', label: 'Synced', is: { state: 'synced' } },
] as const

export const typeOf = (search: Search) => types.find(each => each === search.type) ?? types[0]
export const filterOf = (search: Search) => filters.find(each => each.key === search.filter) ?? filters[0]

/** The input of the page of a replica, from its address. */
export function copiesInput(id: number, search: Search): CopiesInput {
  const page = Number(search.page)
  return { id, type: typeOf(search), ...filterOf(search).is, ...(page > 1 ? { page } : {}) }
}
