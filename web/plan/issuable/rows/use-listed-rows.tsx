import { infiniteQueryOptions, type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Answered } from '#web/api/client.ts'
import { useTopics } from '#web/api/live/live.ts'
import { useFirstRows } from './use-first-rows.tsx'

/** Rows of a list of the API on each of its pages: as many as it gives at once. @source MR-010 */
export const listedAtOnce = 100

/**
 * A list of the API as a query, read by the hundred.
 *
 * @param key   of the operation and its input
 * @param read  a page of the list
 */
export const listedRows = <Item,>(
  key: QueryKey,
  read: (page: number, signal: AbortSignal) => Promise<Answered<readonly Item[]>>,
) =>
  infiniteQueryOptions({
    queryKey: [...key, 'rows'],
    queryFn: async ({ pageParam, signal }) => {
      const { data: items, headers } = await read(pageParam, signal)
      return { items, count: headers.get('x-total'), next: Number(headers.get('x-next-page')) }
    },
    initialPageParam: 1,
    getNextPageParam: ({ next }) => next || null,
  })

/**
 * The rows of such a list, drawn in parts, like those of `useFirstRows`.
 *
 * @param topics  live topics that make the list stale
 */
export function useListedRows<Item>(list: ReturnType<typeof listedRows<Item>>, topics: readonly string[]) {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(list)
  const client = useQueryClient()
  const key = JSON.stringify(list.queryKey)
  const refresh = useCallback(async () => {
    // A refetch would cancel a next page that is being read.
    await Promise.allSettled([client.getQueryCache().find({ queryKey: JSON.parse(key), exact: true })?.promise])
    await refetch()
  }, [client, key, refetch])
  useTopics(
    topics,
    useCallback(() => void refresh(), [refresh]),
  )
  const items = data?.pages.flatMap(page => page.items) ?? []
  const { rows, more } = useFirstRows(items, {
    hasMore: hasNextPage,
    isReading: isFetchingNextPage,
    onMore: () => void fetchNextPage(),
  })
  return {
    /** All that are read; undefined until some are. */
    items: data && items,
    rows,
    more,
    count: Number(data?.pages[0]?.count ?? items.length),
    isError: isError && data === undefined,
    refetch,
  }
}
