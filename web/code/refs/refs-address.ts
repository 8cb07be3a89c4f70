import type { RefKind } from '#contract/code/ref-kinds.ts'
import type { Search } from '#web/api/router/search.ts'
import { listed } from '#web/foundation/places/listed.ts'
import { kinds } from './kinds.ts'

/** The input of a list of branches or tags for an address. */
export function refsInput(kind: RefKind, namespace: string, search: Search) {
  const isKnown = kinds[kind].sorts.some(each => each.value === search.sort)
  return { namespace, ...listed(search), ...(isKnown ? { sort: search.sort } : {}) }
}
