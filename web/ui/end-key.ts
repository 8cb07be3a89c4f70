import { useEffect } from 'react'
import { holdScroll } from './hold-scroll.ts'

/**
 * Make the End key reach the end of a long page: browsers go to where it would end if its unseen parts were as high as estimated.
 *
 * @param isThere  whether the window shows nothing that is still loading; always the same function
 */
export function useEndKey(isLong: boolean, isThere = () => true): void {
  // Keys and the window are outside of React.
  useEffect(() => {
    if (!isLong) return
    const scrollToEnd = (event: KeyboardEvent) => onKey(event, isThere)
    window.addEventListener('keydown', scrollToEnd)
    return () => window.removeEventListener('keydown', scrollToEnd)
  }, [isLong, isThere])
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
