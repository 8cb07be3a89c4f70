import { useEffect, useRef, useState } from 'react'
import { useLocation } from '#web/api/router/context.ts'
import { focusHeading } from '#web/ui/focus-heading.ts'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'

/** See `window-todos.ts`. */
const todosInTitle = /^\(\d+\) /

/** By then a page has set its title: it has that of the page before. */
const sameTitleAfterMs = 1_000

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
    const formerTitle = document.title
    const former = document.querySelector('main h1')
    const words = former?.textContent
    let announcing: ReturnType<typeof setTimeout> | undefined
    const announce = () => {
      titles.disconnect()
      clearTimeout(announcing)
      setTitle(document.title.replace(todosInTitle, ''))
    }
    // A skeleton has the heading before the page sets its title.
    const titles = new MutationObserver(() => document.title !== formerTitle && announce())
    const arrivals = new MutationObserver(() => {
      const heading = document.querySelector('main h1')
      if (heading === null || (heading === former && heading.textContent === words)) return
      arrivals.disconnect()
      const { activeElement: now } = document
      const isChosen = now?.closest('main, dialog') && (now !== pressed || now.matches('input, textarea, select'))
      if (!isChosen) focusHeading()
      if (document.title !== formerTitle) return announce()
      titles.observe(document.head, { childList: true, characterData: true, subtree: true })
      announcing = setTimeout(announce, sameTitleAfterMs)
    })
    arrivals.observe(document.body, { childList: true, characterData: true, subtree: true })
    return () => {
      arrivals.disconnect()
      titles.disconnect()
      clearTimeout(announcing)
    }
  }, [path])
  return (
    <VisuallyHidden>
      <span aria-live="polite">{title}</span>
    </VisuallyHidden>
  )
}
