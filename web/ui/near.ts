import { type RefCallback, useCallback, useState } from 'react'

const listeners = new WeakMap<Element, (isNear: boolean) => void>()
const observers: Record<number, IntersectionObserver> = {}

/**
 * Tell whether an element is in the window or near it, at first and whenever that changes.
 *
 * @returns ends it
 */
export function observeNear(element: Element, marginPx: number, onChange: (isNear: boolean) => void): () => void {
  observers[marginPx] ??= new IntersectionObserver(
    entries => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting)
    },
    { rootMargin: `${marginPx}px 0px` },
  )
  const observer = observers[marginPx]
  listeners.set(element, onChange)
  observer.observe(element)
  return () => {
    observer.unobserve(element)
    listeners.delete(element)
  }
}

/**
 * Whether a part of a long page is near the visible area, so that only then it is drawn in full.
 *
 * @param first  before the browser has looked
 */
export function useNear(first: boolean): readonly [isNear: boolean, ref: RefCallback<Element>] {
  const [isNear, setNear] = useState(first)
  const ref = useCallback((element: Element | null) => {
    return element === null ? undefined : observeNear(element, 1400, setNear)
  }, [])
  return [isNear, ref]
}
