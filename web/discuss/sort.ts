import { isTakingOver } from '#web/api/page.ts'
import { currentReader, setChoice } from '#web/ui/reader.ts'

export type Sort = 'oldest' | 'newest'

const storageKey = (type: string): string => `weft.discussion-sort.${type}`

/** Tells the server, which draws the page before the browser's storage can be read. */
const choiceOf = (type: string): string => `newest-first-${type.toLowerCase().replaceAll(/[^a-z]/g, '')}`

/** The last order of discussions of this type in this browser; that of the drawing while a page is hydrated. */
export function keptSort(type: string): Sort {
  const drawn = currentReader().choices.includes(choiceOf(type)) ? 'newest' : 'oldest'
  if (import.meta.env.SSR) return drawn
  const stored = storedSort(type)
  if (stored !== drawn) queueMicrotask(() => setChoice(choiceOf(type), stored === 'newest'))
  return isTakingOver() ? drawn : stored
}

function storedSort(type: string): Sort {
  try {
    return localStorage.getItem(storageKey(type)) === 'newest' ? 'newest' : 'oldest'
  } catch {
    return 'oldest'
  }
}

export function keepSort(type: string, sort: Sort): void {
  setChoice(choiceOf(type), sort === 'newest')
  try {
    localStorage.setItem(storageKey(type), sort)
  } catch {
    // Without storage the next page starts with the oldest again.
  }
}
