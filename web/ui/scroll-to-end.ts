import { holdScroll } from './hold-scroll.ts'

/**
 * Listen for the End key.
 *
 * @param isThere  whether the window shows nothing that is still loading
 * @returns stops listening
 */
export function listenForEndKey(isThere: () => boolean): () => void {
  const scrollToEnd = (event: KeyboardEvent) => onKey(event, isThere)
  window.addEventListener('keydown', scrollToEnd)
  return () => window.removeEventListener('keydown', scrollToEnd)
}

function onKey(event: KeyboardEvent, isThere: () => boolean): void {
  const { key, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented, target } = event
  if (key !== 'End' || altKey || ctrlKey || metaKey || shiftKey || defaultPrevented || !scrollsWindow(target)) return
  event.preventDefault()
  holdScroll(() => {
    window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
    return isThere()
  })
}

/** Fields and what scrolls by itself have an end of their own. */
const scrollsWindow = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], dialog, aside, nav, pre') === null
