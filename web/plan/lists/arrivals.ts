import { useState } from 'react'

interface SeenList {
  readonly key: string
  readonly ids: readonly number[]
  readonly arrived: ReadonlySet<number>
}

/**
 * The rows that came into a list while it was being read. Rows that moved up from the next page because one above was
 * removed do not count.
 *
 * @param key  names what is listed: another one starts anew
 */
export function useArrivals(key: string, ids: readonly number[]): ReadonlySet<number> {
  const [seen, setSeen] = useState<SeenList>({ key, ids, arrived: new Set() })
  if (seen.key !== key) setSeen({ key, ids, arrived: new Set() })
  else if (seen.ids.join() !== ids.join()) setSeen({ key, ids, arrived: arrivalsIn(seen.ids, ids, seen.arrived) })
  return seen.key === key ? seen.arrived : new Set()
}

export function arrivalsIn(
  before: readonly number[],
  after: readonly number[],
  arrived: ReadonlySet<number>,
): ReadonlySet<number> {
  const known = new Set(before)
  const lastKnown = after.findLastIndex(id => known.has(id))
  const isWhole = before.length === 0
  return new Set(after.filter((id, at) => arrived.has(id) || (!known.has(id) && (isWhole || at < lastKnown))))
}
