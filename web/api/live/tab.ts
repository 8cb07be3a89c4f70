import { usePageSearch, useSetSearch } from '../route.tsx'
import type { Search } from '../router/search.ts'

/** A tab as its page names it. */
interface AddressedTab<Key extends string> {
  readonly key: Key
  /** The value in the address; by default the tab's index, counted from 0. */
  readonly value?: string
}

/**
 * The tab that an address names; the first where it names none.
 *
 * @source UI-002, UI-003
 */
export function tabIn<Key extends string>(
  search: Search,
  tabs: readonly [AddressedTab<Key>, ...AddressedTab<Key>[]],
  queryParamName = 'tab',
): Key {
  const given = search[queryParamName]
  return (tabs.find((tab, index) => (tab.value ?? String(index)) === given) ?? tabs[0]).key
}

/** The address with a tab in it. The first has no parameter, and each begins with its own first page. */
export function withTab<Key extends string>(
  search: Search,
  tabs: readonly [AddressedTab<Key>, ...AddressedTab<Key>[]],
  key: Key,
  queryParamName = 'tab',
): Search {
  const { [queryParamName]: _tab, page: _page, ...rest } = search
  const index = tabs.findIndex(tab => tab.key === key)
  return index <= 0 ? rest : { ...rest, [queryParamName]: tabs[index]?.value ?? String(index) }
}

/** The active tab of a page, kept in its address: it can be shared, and the way back takes it back. @source UI-001, UI-004 */
export function useTab<Key extends string>(
  tabs: readonly [AddressedTab<Key>, ...AddressedTab<Key>[]],
  queryParamName = 'tab',
): readonly [Key, (key: string) => void] {
  const search = usePageSearch()
  const setSearch = useSetSearch()
  return [
    tabIn(search, tabs, queryParamName),
    key => {
      const tab = tabs.find(each => each.key === key)
      if (tab) setSearch(withTab(search, tabs, tab.key, queryParamName))
    },
  ]
}
