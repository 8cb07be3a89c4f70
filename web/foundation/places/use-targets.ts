import { useInfiniteQuery } from '@tanstack/react-query'
import type { newGroupPage, newProjectPage } from '#contract/foundation/namespaces.ts'
import type { Visibility } from '#contract/shapes.ts'
import type { Address } from '#web/api/address.ts'
import { call } from '#web/api/client.ts'
import { useDebouncedState } from '#web/ui/use-debounced.ts'

/** A possible parent. */
export interface Target {
  readonly id: number
  readonly kind: 'user' | 'group'
  readonly name: string
  readonly fullName: string
  readonly fullPath: string
  readonly visibility: Visibility
  readonly avatarUrl: string | null
}

/** The places that a search brought so far. */
export interface FoundTargets {
  readonly targets: readonly Target[]
  readonly isLoading: boolean
  readonly onQuery: (query: string) => void
  /** Bring the next ones; undefined when all are there. */
  readonly onMore: (() => void) | undefined
}

type TargetPages = typeof newProjectPage | typeof newGroupPage

/** The possible parents of a project or a group: found by search, twenty at a time. @source UI-011 */
export function useTargets(op: Address<TargetPages>): FoundTargets {
  const [query, setQuery, isPausing] = useDebouncedState('')
  const { data, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [op.name, 'targets', query],
    queryFn: ({ pageParam, signal }) =>
      call(op, { page: pageParam, ...(query === '' ? {} : { search: query }) }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (last.hasNext ? all.length + 1 : undefined),
    placeholderData: before => before,
  })
  const pages = data?.pages ?? []
  return {
    targets: pages.flatMap(page => ('parents' in page ? page.parents : page.namespaces)),
    isLoading: isFetching || isPausing,
    onQuery: setQuery,
    onMore: hasNextPage && !isFetching ? () => void fetchNextPage() : undefined,
  }
}
