import type { Search } from '#web/api/router/search.ts'

/** The tabs of the list in order. */
export const flagScopes = [
  { key: 'all', label: 'All' },
  { key: 'enabled', label: 'Enabled' },
  { key: 'disabled', label: 'Disabled' },
  { key: 'stale', label: 'Stale' },
  { key: 'requested', label: 'Change requests' },
] as const

type FlagScope = Exclude<(typeof flagScopes)[number]['key'], 'all'>

const isScope = (word: unknown): word is FlagScope => word !== 'all' && flagScopes.some(({ key }) => key === word)

/** The input of the list for its address. */
export function flagsInput(namespace: string, { scope, search }: Search) {
  return {
    namespace,
    ...(isScope(scope) && { scope }),
    ...(typeof search === 'string' && search !== '' && { search: search.slice(0, 255) }),
  }
}
