import { useEffect, useRef, useState } from 'react'
import { useLocation } from '#web/api/router/context.ts'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'

/**
 * After navigation, focus the heading of the new page unless the page has set the focus itself, and announce the page's title to
 * screen readers. On the way back, the link that led away takes the focus. Browsers announce the first page themselves.
 */
export function PageArrival() {
  const path = useLocation(location => location.path)
  const left = useLocation(location => location.left)
  const [title, setTitle] = useState('')
  const shown = useRef(path)
  // Focus is outside of React, and the page appears once its script has loaded.
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    // Two pages in a row may have the same title.
    setTitle('')
    const heading = document.querySelector('main h1')
    const { activeElement: pressed, title } = document
    const former = { pressed, title, heading, words: heading?.textContent }
    let stop = () => {}
    let isLeft = false
    // Loaded at rest by `LateParts`; without it, the focus stays where it is.
    import('./arrival.ts').then(
      ({ awaitArrival }) => {
        if (!isLeft) stop = awaitArrival(former, left, setTitle)
      },
      () => {},
    )
    return () => {
      isLeft = true
      stop()
    }
  }, [path, left])
  return (
    <VisuallyHidden>
      <span aria-live="polite">{title}</span>
    </VisuallyHidden>
  )
}
