import { useEffect } from 'react'

/**
 * Give the root element an attribute while a component is on the page, for what its style changes there. `:root:has()` says the same,
 * but the browser evaluates it whenever an element comes onto the page: a tenth of the time of a scrolled diff.
 */
export function useRootMark(attribute: `data-${string}`): void {
  // The root is outside of React.
  useEffect(() => {
    const root = document.documentElement
    root.setAttribute(attribute, '')
    return () => root.removeAttribute(attribute)
  }, [attribute])
}
