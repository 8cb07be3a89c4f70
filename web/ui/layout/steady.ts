/** Marks elements that serve as scroll anchor while no text field has the focus. */
export const steadyMark = 'data-steady'

const writable = 'textarea, input:not([type=checkbox], [type=radio], [type=button]), [contenteditable=true]'

/** The pause before an element to hold is searched for. */
const searchMs = 100

/**
 * Scroll anchoring for the focused text field: layout changes above it are compensated by scrolling before the next paint.
 * Browsers anchor only the topmost visible element, or none.
 *
 * @returns the function that stops it
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
    // Turn off native scroll anchoring, which would compensate twice.
    document.documentElement.style.overflowAnchor = held === null ? '' : 'none'
  }
  const makeUp = () => {
    if (held?.isConnected) {
      const movedPx = held.getBoundingClientRect().top - topPx
      if (movedPx >= 1) room.extendTo(window.scrollY + movedPx)
      if (Math.abs(movedPx) >= 1) window.scrollBy({ top: movedPx, behavior: 'instant' })
    }
    if (held === null) searchSoon()
    else hold()
  }
  const room = makeRoom()
  // DOM changes are compensated before layout, late size changes after it.
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
  // While nothing is held, the browser anchors. An element is searched for after a scroll or changes, not in each frame of them.
  let searchTimer = 0
  const search = () => {
    searchTimer = 0
    hold()
  }
  const searchSoon = () => {
    if (searchTimer === 0) searchTimer = window.setTimeout(search, searchMs)
  }
  // Scrolling by the user. The element is not measured again: pending layout shifts would count as intended.
  const onScroll = () => {
    room.shrink()
    topPx -= window.scrollY - scrolledPx
    scrolledPx = window.scrollY
    if (held === null) {
      clearTimeout(searchTimer)
      searchTimer = window.setTimeout(search, searchMs)
    } else if (topPx > window.innerHeight || topPx + heightPx < 0) hold()
  }
  const events = ['focusin', 'focusout', 'resize'] as const
  window.addEventListener('scroll', onScroll, { passive: true })
  for (const name of events) window.addEventListener(name, hold)
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(searchTimer)
    room.remove()
    changes.disconnect()
    sizes.disconnect()
    window.removeEventListener('scroll', onScroll)
    for (const name of events) window.removeEventListener(name, hold)
  }
}

/** Empty space at the end of a page that is too short to scroll as far as needed. It goes as the user scrolls up. */
function makeRoom() {
  let main: HTMLElement | null = null
  let heightPx = 0
  /** The least height of `main` with which the page can be scrolled to a place. */
  const heightFor = (scrollPx: number, { top }: DOMRect) => scrollPx + window.innerHeight - (top + window.scrollY)
  const set = (px: number) => {
    heightPx = px
    if (main !== null) main.style.minHeight = px === 0 ? '' : `${px}px`
  }
  return {
    extendTo: (scrollPx: number) => {
      if (scrollPx + window.innerHeight <= document.documentElement.scrollHeight) return
      main = document.querySelector('main')
      if (main !== null) set(heightFor(scrollPx, main.getBoundingClientRect()))
    },
    shrink: () => {
      if (main === null || heightPx === 0) return
      const neededPx = heightFor(window.scrollY, main.getBoundingClientRect())
      if (neededPx < heightPx) set(window.scrollY === 0 ? 0 : neededPx)
    },
    remove: () => set(0),
  }
}

/** The focused text field if visible, else the first visible marked element. Dialogs do not move. */
function steadyElement(): Element | null {
  const { activeElement } = document
  if (activeElement?.matches(writable) && isInSight(activeElement))
    return activeElement.closest('dialog, [popover=manual]') === null ? activeElement : null
  return [...document.querySelectorAll(`[${steadyMark}]`)].find(isInSight) ?? null
}

function isInSight(element: Element): boolean {
  const { top, bottom, height } = element.getBoundingClientRect()
  return height > 0 && bottom > 0 && top < window.innerHeight
}
