import { type RefObject, useRef } from 'react'
import { shortcuts } from '#web/shortcuts.ts'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'

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
  useShortcuts(shortcuts.discussion, ids.size > 0 ? { nextNew: () => step(1), previousNew: () => step(-1) } : {})
}
