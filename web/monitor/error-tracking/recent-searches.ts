import { useState } from 'react'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'

/** @source ERRTRK-008 */
const mostRecentSearches = 5

const keyOf = (indexPath: string) => `weft-recent-searches ${indexPath}`

/**
 * The latest searches of a list, most recent first, remembered in this browser.
 *
 * @param indexPath  the path of the list: each has its own. @source ERRTRK-009
 */
export function useRecentSearches(indexPath: string) {
  const [known, setKnown] = useState<{ readonly of: string; readonly searches: readonly string[] } | null>(null)
  // The server draws the page without what this browser remembers.
  const isHydrated = useIsHydrated()
  const searches = !isHydrated ? [] : known?.of === indexPath ? known.searches : readRecent(indexPath)
  const keep = (next: readonly string[]) => {
    setKnown({ of: indexPath, searches: next })
    writeRecent(indexPath, next)
  }
  return {
    searches,
    add: (search: string) => keep(withRecent(readRecent(indexPath), search)),
    clear: () => keep([]),
  }
}

/** The searches with one more; an empty one is not stored. @source ERRTRK-007, ERRTRK-008 */
export function withRecent(searches: readonly string[], search: string): readonly string[] {
  const text = search.trim()
  if (text === '') return searches
  return [text, ...searches.filter(each => each !== text)].slice(0, mostRecentSearches)
}

function readRecent(indexPath: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(indexPath)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(each => typeof each === 'string').slice(0, mostRecentSearches) : []
  } catch {
    // There is no storage, or its content is invalid.
    return []
  }
}

function writeRecent(indexPath: string, searches: readonly string[]): void {
  try {
    localStorage.setItem(keyOf(indexPath), JSON.stringify(searches))
  } catch {
    // Without storage, they are remembered until the reader leaves the page.
  }
}
