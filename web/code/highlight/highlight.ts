import { useQuery } from '@tanstack/react-query'
import { highlightLanguage } from './language.ts'
import type { HighlightAnswer, HighlightWish } from './worker.ts'

/** Longer code stays plain: its colours would cost more than they help. */
export const maxHighlightedCharacters = 2_200_000
const maxLine = 20_000

let worker: Worker | null = null
let lastId = 0
const waiting = new Map<number, (lines: readonly string[] | null) => void>()

/** @returns HTML, a line each; null where the code stays plain */
export function highlight(language: string, text: string): Promise<readonly string[] | null> {
  if (worker === null) {
    worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'highlight' })
    worker.onmessage = ({ data: { id, lines } }: MessageEvent<HighlightAnswer>) => {
      waiting.get(id)?.(lines)
      waiting.delete(id)
    }
    worker.onerror = () => {
      for (const answer of waiting.values()) answer(null)
      waiting.clear()
    }
  }
  const wish: HighlightWish = { id: ++lastId, language, text }
  worker.postMessage(wish)
  return new Promise(resolve => waiting.set(wish.id, resolve))
}

/**
 * The colours of a text, when they are there; the plain text shows until then.
 *
 * @param id  names this very content, for instance its object name
 */
export function useHighlight(
  path: string,
  id: string,
  text: string | null,
  isWanted = true,
): readonly string[] | undefined {
  const language = text === null ? null : languageFor(path, text)
  const canBe = language !== null
  const { data } = useQuery({
    queryKey: ['highlight', language, id],
    queryFn: () => highlight(language ?? '', text ?? ''),
    enabled: canBe && isWanted,
    ...keptColors,
  })
  return canBe ? (data ?? undefined) : undefined
}

/** Colors never become stale, because the key of their query names the content. */
export const keptColors = { staleTime: Number.POSITIVE_INFINITY, gcTime: 5 * 60_000 } as const

/** The language in which a file is highlighted; null if its text stays plain. */
export function languageFor(path: string, text: string): string | null {
  return text.length <= maxHighlightedCharacters && !hasLongLine(text) ? highlightLanguage(path) : null
}

function hasLongLine(text: string): boolean {
  let from = 0
  for (;;) {
    const next = text.indexOf('\n', from)
    if ((next < 0 ? text.length : next) - from > maxLine) return true
    if (next < 0) return false
    from = next + 1
  }
}
