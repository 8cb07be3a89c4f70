import type { QueryClient } from '@tanstack/react-query'
import type { InputOf, Operation, ReplyOf } from '#contract/operation.ts'
import type { Address } from './address.ts'
import type { CarriedReading } from './own-writes.ts'

/** Writes in progress, by the key of what they bring along, and whether it has to be read when they are. */
const unsettled = new Map<string, { writes: number; isStale: boolean }>()

/** Read again; when writes are under way, after them: an answer from between would take them back for a moment. */
export async function refreshQuery(client: QueryClient, key: string): Promise<void> {
  const held = unsettled.get(key)
  if (held === undefined) await client.invalidateQueries({ queryKey: JSON.parse(key) })
  else held.isStale = true
}

/** A query as a reading that the answers of the page's own writes bring. @param key  the query's, as JSON */
export function carriedQuery<Op extends Operation>(
  client: QueryClient,
  operation: Address<Op>,
  key: string,
): CarriedReading<Op> {
  const queryKey: [string, InputOf<Op>] = JSON.parse(key)
  const begin = async () => {
    const held = unsettled.get(key) ?? { writes: 0, isStale: false }
    held.writes += 1
    unsettled.set(key, held)
    if (client.isFetching({ queryKey, exact: true }) === 0) return
    held.isStale = true
    await client.cancelQueries({ queryKey, exact: true })
  }
  const end = async (reply: ReplyOf<Op> | null) => {
    const held = unsettled.get(key)
    if (held === undefined) return
    held.writes -= 1
    held.isStale ||= reply === null
    // What a later write brings is newer.
    if (held.writes > 0) return
    unsettled.delete(key)
    // A read that began during the write may answer later with what was before it.
    if (held.isStale || client.isFetching({ queryKey, exact: true }) > 0) {
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
