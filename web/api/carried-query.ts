import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { InputOf, Operation, ReplyOf } from '#contract/operation.ts'
import type { Address } from './address.ts'
import type { CarriedReading } from './own-writes.ts'

/** Writes in progress by query key. `isStale`: refetch after the last one. */
const unsettled = new Map<string, { writes: number; isStale: boolean }>()

/**
 * Read again what has changed. A first reading under way may have been answered before the change, and would be taken for the one
 * asked for: it is followed by another.
 */
export async function readAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const first = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined })
  await Promise.allSettled(first.map(query => query.promise))
  await client.invalidateQueries({ queryKey })
}

/** Refetch, after pending writes: an earlier response would briefly show the old values. */
export async function refreshQuery(client: QueryClient, key: string): Promise<void> {
  const pending = unsettled.get(key)
  if (pending === undefined) await readAgain(client, JSON.parse(key))
  else pending.isStale = true
}

/** Make a query a carried read: the replies of the page's own writes bring its data. @param key  the query's, as JSON */
export function carriedQuery<Op extends Operation>(
  client: QueryClient,
  operation: Address<Op>,
  key: string,
): CarriedReading<Op> {
  const queryKey: [string, InputOf<Op>] = JSON.parse(key)
  const begin = async () => {
    const pending = unsettled.get(key) ?? { writes: 0, isStale: false }
    pending.writes += 1
    unsettled.set(key, pending)
    if (client.isFetching({ queryKey, exact: true }) === 0) return
    pending.isStale = true
    await client.cancelQueries({ queryKey, exact: true })
  }
  const end = async (reply: ReplyOf<Op> | null) => {
    const pending = unsettled.get(key)
    if (pending === undefined) return
    pending.writes -= 1
    pending.isStale ||= reply === null
    // The result of a later write is newer.
    if (pending.writes > 0) return
    unsettled.delete(key)
    // A read that began during the write may answer later with what was before it.
    if (pending.isStale || client.isFetching({ queryKey, exact: true }) > 0) {
      await client.invalidateQueries({ queryKey })
      return
    }
    client.setQueryData(queryKey, reply)
    const isWatched = client.getQueryCache().find({ queryKey, exact: true })?.isActive()
    // Left while the write was under way: no longer subscribed either.
    if (!isWatched) await client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  }
  return { operation, input: () => queryKey[1], begin, end }
}
