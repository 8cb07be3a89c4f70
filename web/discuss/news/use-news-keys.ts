import { type RefObject, useRef } from 'react'
import { useShortcuts } from '#web/ui/actions/shortcuts.ts'

/** `n` and `p` go through what is new, in the order in which it stands. */
export function useNewsKeys(place: RefObject<HTMLElement | null>, ids: ReadonlySet<string>): void {
  const last = useRef<string | null>(null)
  function step(by: 1 | -1) {
    const notes = [...(place.current?.querySelectorAll<HTMLElement>('[data-note]') ?? [])]
    const news = notes.filter(note => ids.has(note.dataset.note ?? ''))
    const focused = news.findIndex(note => note.contains(document.activeElement))
    const at = focused >= 0 ? focused : news.findIndex(note => note.dataset.note === last.current)
    const next = news[at < 0 ? (by === 1 ? 0 : news.length - 1) : Math.min(Math.max(at + by, 0), news.length - 1)]
    if (next === undefined) return
    last.current = next.dataset.note ?? null
    next.scrollIntoView({ block: 'center' })
    next.focus({ preventScroll: true })
  }
  useShortcuts(
    ids.size === 0
      ? {}
      : {
          n: { label: 'Next new comment', run: () => step(1) },
          p: { label: 'Previous new comment', run: () => step(-1) },
        },
  )
}
