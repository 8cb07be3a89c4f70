import { useEffect, useState } from 'react'
import { throttle } from '#web/ui/throttle.ts'

/** @source IMGDIFF-006 */
const resizeThrottleMs = 400

/** The width at which an element is shown, in pixels; null before it is known. */
export function useShownWidth(element: Element | null): number | null {
  const [width, setWidth] = useState<number | null>(null)
  useEffect(() => (element === null ? undefined : watchWidth(element, setWidth)), [element])
  return width
}

/** Tell the width of an element now and, as it changes, at most every 400 ms. @returns ends it */
export function watchWidth(element: Element, onWidth: (width: number) => void): () => void {
  const { call, cancel } = throttle(onWidth, resizeThrottleMs)
  const observer = new ResizeObserver(entries => {
    const width = entries.at(-1)?.contentRect.width
    if (width !== undefined) call(width)
  })
  observer.observe(element)
  return () => {
    observer.disconnect()
    cancel()
  }
}
