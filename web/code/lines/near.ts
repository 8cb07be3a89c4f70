import { type RefCallback, useCallback, useState } from 'react'

/** How far from the window something counts as near it. */
const margin = '1400px 0px'

const listeners = new WeakMap<Element, (isNear: boolean) => void>()
let observer: IntersectionObserver | null = null

function observing(): IntersectionObserver {
  observer ??= new IntersectionObserver(
    entries => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting)
    },
    { rootMargin: margin },
  )
  return observer
}

/**
 * Whether a part of a long page is near what the window shows, so that only then it is drawn in full.
 *
 * @param first  before the browser has looked
 */
export function useNear(first: boolean): readonly [isNear: boolean, ref: RefCallback<Element>] {
  const [isNear, setNear] = useState(first)
  const ref = useCallback((element: Element | null) => {
    if (element === null) return
    listeners.set(element, setNear)
    observing().observe(element)
    return () => observing().unobserve(element)
  }, [])
  return [isNear, ref]
}
