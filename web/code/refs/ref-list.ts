import type { RefKind } from '#contract/code/ref-kinds.ts'
import { codeBranchesPage, codeRefs, codeTagsPage, codeTreePage } from '#web/api/operations.gen.ts'
import { usePageParams, usePageSearch, useSetSearch } from '#web/api/route.tsx'
import { usePageNumber, useSearchBox } from '#web/foundation/places/search-box.ts'
import { codeTopics } from '../shared/place.ts'
import { kinds, type SortOf } from './kinds.ts'

/** The options of reading a list of refs: kept while the next one loads, fresh after each push. */
export const refListReading = { keepPrevious: true, topics: codeTopics }

/** The pages that name refs. */
export const pagesOfRefs = [codeBranchesPage, codeTagsPage, codeRefs, codeTreePage]

export interface RefListState<Kind extends RefKind = RefKind> {
  readonly box: ReturnType<typeof useSearchBox>
  readonly sort: string
  readonly setSort: (sort: string) => void
  /** The input of the page's operation. */
  readonly input: {
    readonly namespace: string
    readonly search?: string
    readonly sort?: SortOf<Kind>
    readonly page?: number
  }
}

/** Search, order and page of a list of branches or tags, as in the address. */
export function useRefList<Kind extends RefKind>(kind: Kind): RefListState<Kind> {
  const { namespace = '' } = usePageParams()
  const box = useSearchBox()
  const page = usePageNumber()
  const { page: _, sort: asked, ...search } = usePageSearch()
  const setSearch = useSetSearch()
  const sorts: readonly { readonly value: SortOf<Kind> }[] = kinds[kind].sorts
  const known = sorts.find(sort => sort.value === asked)
  const first = kinds[kind].sorts[0]
  return {
    box,
    sort: (known ?? first).value,
    setSort: sort => setSearch(sort === first.value ? search : { ...search, sort }),
    input: {
      namespace,
      ...(box.asked === undefined ? {} : { search: box.asked }),
      ...(known === undefined ? {} : { sort: known.value }),
      ...(page === undefined ? {} : { page }),
    },
  }
}
