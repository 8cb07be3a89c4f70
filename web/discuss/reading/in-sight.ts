import { type RefObject, useEffect, useState } from 'react'
import { holdScroll } from '#web/ui/hold-scroll.ts'
import { observeNear } from '#web/ui/near.ts'
import { messages } from '../messages.ts'

/** Around what is seen, so much is ready before it comes into sight. @source POLL-020 */
export const bufferPx = 200
/** @source POLL-021 */
export const maxRendered = 1_000

/** @throws RangeError  more would be rendered at once than a browser can hold well */
export function checkRendered(count: number): void {
  if (count > maxRendered) throw new RangeError(messages.renderedLimit)
}

const near = new Set<Element>()

function observe(element: Element, onChange: (isNear: boolean) => void): () => void {
  const end = observeNear(element, bufferPx, isNear => {
    if (isNear) near.add(element)
    else near.delete(element)
    checkRendered(near.size)
    onChange(isNear)
  })
  return () => {
    end()
    near.delete(element)
  }
}

/**
 * Whether an element of a long list is in sight or close to it. What others show besides their words, they need not have
 * until then; the words stay, so that the browser finds them.
 *
 * @param isLong  false: everything counts as near
 */
export function useIsNear(element: RefObject<Element | null>, isLong: boolean): boolean {
  const [isNear, setNear] = useState(false)
  // Where a page is scrolled to is outside of React.
  useEffect(() => {
    if (!isLong || element.current === null) return
    return observe(element.current, setNear)
  }, [element, isLong])
  return !isLong || isNear
}

/** Scroll to an element and stay with it. @returns ends it */
export const bringIntoSight = (element: Element): (() => void) =>
  holdScroll(() => {
    element.scrollIntoView({ block: 'start', behavior: 'instant' })
    return true
  })
