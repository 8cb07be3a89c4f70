import { holdScroll } from './hold-scroll.ts'

/**
 * Hold the window at the end of the page.
 *
 * @param event  a press of the End key @param isThere  whether the window shows nothing that is still loading
 */
export function scrollToEnd(event: KeyboardEvent, isThere = () => true): void {
  const { altKey, ctrlKey, metaKey, shiftKey, defaultPrevented, target } = event
  if (altKey || ctrlKey || metaKey || shiftKey || defaultPrevented || !scrollsWindow(target)) return
  holdScroll(() => {
    window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
    return isThere()
  })
}

/** Fields and what scrolls by itself have an end of their own. */
const scrollsWindow = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], dialog, aside, nav, pre') === null
