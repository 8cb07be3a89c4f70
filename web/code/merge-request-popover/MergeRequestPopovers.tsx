import { useEffect, useState } from 'react'
import { MergeRequestCard } from './MergeRequestCard.tsx'

/** How long the pointer or the focus rests on a reference. @source MR-003 */
const delayMs = 200
const lingerMs = 120

/** Shows a card beside a reference to a merge request that is pointed at, or has the focus. @source MR-003 */
export function MergeRequestPopovers() {
  const [link, setLink] = useState<HTMLElement | null>(null)
  // References stand in texts that React does not draw.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = (next: HTMLElement | null, ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => setLink(next), ms)
    }
    const isCard = (target: EventTarget | null) =>
      target instanceof Element && target.closest('[data-reference-card]') !== null
    const begin = (event: Event) => {
      if (event instanceof PointerEvent && event.pointerType === 'touch') return
      if (isCard(event.target)) return clearTimeout(timer)
      const found = referenceAt(event.target)
      if (found === null || (event.type === 'focusin' && !found.matches(':focus-visible'))) return
      later(found, delayMs)
    }
    const end = (event: Event) => {
      if (referenceAt(event.target) !== null || isCard(event.target)) later(null, lingerMs)
    }
    const dismiss = () => {
      clearTimeout(timer)
      setLink(null)
    }
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && dismiss()
    const stop = new AbortController()
    const options = { signal: stop.signal }
    for (const name of ['pointerover', 'focusin'] as const) document.addEventListener(name, begin, options)
    for (const name of ['pointerout', 'focusout'] as const) document.addEventListener(name, end, options)
    document.addEventListener('keydown', onKey, { ...options, capture: true })
    document.addEventListener('pointerdown', dismiss, options)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [])
  return link?.isConnected ? <MergeRequestCard key={keyOf(link)} link={link} /> : null
}

const keyOf = ({ dataset }: HTMLElement): string => `${dataset.projectPath}!${dataset.iid}`

const referenceAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element
    ? target.closest<HTMLElement>('a[data-reference-type="merge_request"][data-project-path][data-iid]')
    : null
