import { usePageSearch, useSetSearch } from '#web/api/route.tsx'
import { usePageNumber, useSearchBox } from '#web/foundation/places/search-box.ts'

export interface RefSort<Sort extends string> {
  readonly value: Sort
  readonly label: string
}

/** The first is what a list has without being asked. */
export const branchSorts = [
  { value: 'updated_desc', label: 'Last updated' },
  { value: 'updated_asc', label: 'Oldest' },
  { value: 'name_asc', label: 'Name' },
] as const satisfies readonly RefSort<string>[]

export const tagSorts = [
  { value: 'updated_desc', label: 'Newest' },
  { value: 'updated_asc', label: 'Oldest' },
  { value: 'version_desc', label: 'Version' },
  { value: 'name_asc', label: 'Name' },
] as const satisfies readonly RefSort<string>[]

export interface RefListState<Sort extends string> {
  readonly box: ReturnType<typeof useSearchBox>
  readonly sort: Sort
  readonly setSort: (sort: string) => void
  /** What the page asks its operation by, besides the project. */
  readonly input: { readonly search?: string; readonly sort?: Sort; readonly page?: number }
}

/** Search, order and page of a list of branches or tags, as they stand in the address. */
export function useRefList<Sort extends string>(sorts: readonly RefSort<Sort>[]): RefListState<Sort> {
  const box = useSearchBox()
  const page = usePageNumber()
  const { page: _, sort: asked, ...search } = usePageSearch()
  const setSearch = useSetSearch()
  const known = sorts.find(sort => sort.value === asked)
  const first = sorts[0]
  if (first === undefined) throw new Error('A list has at least one order')
  return {
    box,
    sort: (known ?? first).value,
    setSort: sort => setSearch(sort === first.value ? search : { ...search, sort }),
    input: {
      ...(box.asked === undefined ? {} : { search: box.asked }),
      ...(known === undefined ? {} : { sort: known.value }),
      ...(page === undefined ? {} : { page }),
    },
  }
}
