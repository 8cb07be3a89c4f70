export type Sort = 'oldest' | 'newest'

const storageKey = (type: string): string => `weft.discussion-sort.${type}`

/** The last order of discussions of this type in this browser. */
export function keptSort(type: string): Sort {
  try {
    return localStorage.getItem(storageKey(type)) === 'newest' ? 'newest' : 'oldest'
  } catch {
    return 'oldest'
  }
}

export function keepSort(type: string, sort: Sort): void {
  try {
    localStorage.setItem(storageKey(type), sort)
  } catch {
    // Without storage the next page starts with the oldest again.
  }
}
