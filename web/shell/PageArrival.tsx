import { useEffect, useRef, useState } from 'react'
import { useLocation } from '#web/api/router/context.ts'
import { focusHeading } from '#web/ui/focus-home.ts'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'

/**
 * After navigation, focus the heading of the new page unless the page has set the focus itself, and announce the page's title to
 * screen readers. Browsers announce the first page themselves.
 */
export function PageArrival() {
  const path = useLocation(location => location.path)
  const [title, setTitle] = useState('')
  const shown = useRef(path)
  // Focus is outside of React, and the page appears once its script has loaded.
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    // Two pages in a row may have the same title.
    setTitle('')
    const pressed = document.activeElement
    const former = document.querySelector('main h1')
    const words = former?.textContent
    const arrivals = new MutationObserver(() => {
      const heading = document.querySelector('main h1')
      if (heading === null || (heading === former && heading.textContent === words)) return
      arrivals.disconnect()
      const { activeElement: now } = document
      const isChosen = now?.closest('main, dialog') && (now !== pressed || now.matches('input, textarea, select'))
      if (!isChosen) focusHeading()
      setTitle(document.title)
    })
    arrivals.observe(document.body, { childList: true, characterData: true, subtree: true })
    return () => arrivals.disconnect()
  }, [path])
  return (
    <VisuallyHidden>
      <span aria-live="polite">{title}</span>
    </VisuallyHidden>
  )
}
