/** Marks what stays in its place in the window while nothing is being written in. */
export const steadyMark = 'data-steady'

const writable = 'textarea, input:not([type=checkbox], [type=radio], [type=button]), [contenteditable=true]'

/**
 * Keep what somebody writes in where it is in the window: what comes or goes above it is made up for by scrolling, before
 * it is painted. Browsers do so for the topmost thing in sight, or not at all.
 *
 * @returns ends it
 */
export function keepSteady(): () => void {
  let held: Element | null = null
  let topPx = 0
  let heightPx = 0
  let scrolledPx = 0
  const hold = () => {
    held = steadyElement()
    const box = held?.getBoundingClientRect()
    topPx = box?.top ?? 0
    heightPx = box?.height ?? 0
    scrolledPx = window.scrollY
    // Two who make up for the same would do so twice.
    document.documentElement.style.overflowAnchor = held === null ? '' : 'none'
  }
  const makeUp = () => {
    if (held?.isConnected) {
      const movedPx = held.getBoundingClientRect().top - topPx
      if (Math.abs(movedPx) >= 1) window.scrollBy({ top: movedPx, behavior: 'instant' })
    }
    hold()
  }
  // What the page changes is made up for before the browser looks at it; what finds its size only then, after that.
  let frame = 0
  const changes = new MutationObserver(() => {
    if (held === null || frame !== 0) return
    frame = requestAnimationFrame(() => {
      frame = 0
      makeUp()
    })
  })
  changes.observe(document.body, { childList: true, characterData: true, subtree: true })
  const sizes = new ResizeObserver(makeUp)
  sizes.observe(document.body)
  // The person moves it on purpose. It is not measured: what has come above it meanwhile would count as wanted.
  const onScroll = () => {
    topPx -= window.scrollY - scrolledPx
    scrolledPx = window.scrollY
    if (held === null || topPx > window.innerHeight || topPx + heightPx < 0) hold()
  }
  const events = ['focusin', 'focusout', 'resize'] as const
  window.addEventListener('scroll', onScroll, { passive: true })
  for (const name of events) window.addEventListener(name, hold)
  return () => {
    cancelAnimationFrame(frame)
    changes.disconnect()
    sizes.disconnect()
    window.removeEventListener('scroll', onScroll)
    for (const name of events) window.removeEventListener(name, hold)
  }
}

/** What is written in, if it is in sight; else the first that is marked. A dialog stands still by itself. */
function steadyElement(): Element | null {
  const { activeElement } = document
  if (activeElement?.matches(writable) && isInSight(activeElement))
    return activeElement.closest('dialog, [popover]') === null ? activeElement : null
  return [...document.querySelectorAll(`[${steadyMark}]`)].find(isInSight) ?? null
}

function isInSight(element: Element): boolean {
  const { top, bottom, height } = element.getBoundingClientRect()
  return height > 0 && bottom > 0 && top < window.innerHeight
}
