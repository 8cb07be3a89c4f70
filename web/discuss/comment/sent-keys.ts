import { embedded } from '#web/api/page.ts'

const storageKey = (place: string): string => `weft.sent.${embedded.viewer?.user?.id ?? 0}.${place}`

/**
 * The key under which words of a box are sent: the same for the same words until the server has answered, even when the
 * page was closed in between. The server writes what comes twice under one key once.
 */
export function keyFor(place: string, words: string): string {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey(place)) ?? 'null')
    if (isKept(kept) && kept.words === words) return kept.key
    const key = crypto.randomUUID()
    localStorage.setItem(storageKey(place), JSON.stringify({ words, key } satisfies Kept))
    return key
  } catch {
    // Without storage a retry after a reload is a note of its own.
    return crypto.randomUUID()
  }
}

/** The server has answered. */
export function forgetKey(place: string): void {
  try {
    localStorage.removeItem(storageKey(place))
  } catch {
    // There was none.
  }
}

interface Kept {
  readonly words: string
  readonly key: string
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'words' in value && 'key' in value && typeof value.key === 'string'
