import { holdScroll, isPlaceAwaited, releaseScroll } from '#web/ui/hold-scroll.ts'

const storageKey = 'weft-scroll'
const windowName = 'window'
/** Entries of the history whose positions outlast a reload. */
const maxStored = 200

/** The element that is read, and its distance from the top of the window: heights above it may be others on the way back. */
type Anchor = readonly [id: string, topPx: number]
type Position = readonly [leftPx: number, topPx: number, anchor?: Anchor | null | undefined]
/** The positions by `window`, or by a selector of the scrolled element. */
type Positions = Record<string, Position>

interface Arrival {
  /** The keys of the history's entries. */
  readonly from: string | null
  readonly to: string
  readonly hash: string
  /** Whether the window is scrolled to its position on this page; otherwise it is left alone. */
  readonly resets: boolean
  /** Whether the entry is new, and not reached by back or forward. */
  readonly isNew: boolean
  /** Whether the target of the hash is scrolled into view. */
  readonly showsTarget: boolean
}

declare global {
  interface Window {
    /** The reader scrolled before the scripts ran. Set by the script in `index.html`. */
    isScrolledEarly?: boolean
  }
}

export interface ScrollKeeper {
  /** Remember the scroll positions of a page before it is left. */
  readonly leave: (key: string) => void
  /** Scroll a page that has been rendered to its remembered positions, to the target of its hash, or to its top. */
  readonly arrive: (arrival: Arrival) => void
}

/**
 * Keep the scroll positions of each page of the history, also through a reload.
 *
 * @param keyNow  the key of the page on the screen; null while there is none
 */
export function keepScroll(keyNow: () => string | null): ScrollKeeper {
  const kept = storedPositions()
  const scrolled = new Set<Document | Element>()
  let leftElements: ReadonlyMap<string, Element | null> = new Map()
  const leave = (key: string) => {
    const positions = kept[key] ?? {}
    // Moved to the end, behind those that were left before.
    delete kept[key]
    kept[key] = positions
    for (const target of scrolled) {
      // A remembered position stays while the page scrolls to it.
      if (target instanceof Document) {
        if (!isPlaceAwaited()) positions[windowName] = [window.scrollX, window.scrollY, anchorInSight()]
      } else if (target.isConnected) positions[selectorOf(target)] = [target.scrollLeft, target.scrollTop]
    }
    scrolled.clear()
    const names = Object.keys(positions).filter(name => name !== windowName)
    leftElements = new Map(names.map(name => [name, document.querySelector(name)]))
  }
  window.history.scrollRestoration = 'manual'
  // The document scrolls, or an element of it.
  document.addEventListener('scroll', ({ target }) => scrolled.add(target as Document | Element), true)
  window.addEventListener('pagehide', () => {
    window.history.scrollRestoration = 'auto'
    const key = keyNow()
    if (key !== null) leave(key)
    try {
      const stored = Object.fromEntries(Object.entries(kept).slice(-maxStored))
      sessionStorage.setItem(storageKey, JSON.stringify(stored))
    } catch {
      // The storage is full or blocked: after a reload, pages begin at their tops.
    }
  })
  window.addEventListener('pageshow', event => {
    if (event.persisted) window.history.scrollRestoration = 'manual'
  })
  return {
    leave,
    arrive: arrival => {
      scrolled.clear()
      carryOver(kept, leftElements, arrival)
      leftElements = new Map()
      scroll(kept[arrival.to] ?? {}, arrival)
      // The reader may have scrolled before.
      if (arrival.from === null) scrolled.add(document)
    },
  }
}

function storedPositions(): Record<string, Positions> {
  try {
    // Written by `keepScroll`.
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, Positions>
  } catch {
    return {}
  }
}

/** Elements that both pages share, such as the navigation, keep their positions. */
function carryOver(
  kept: Record<string, Positions>,
  leftElements: ReadonlyMap<string, Element | null>,
  { from, to, resets }: Arrival,
): void {
  const former = from === null || from === to ? undefined : kept[from]
  if (former === undefined) return
  const staying = Object.entries(former).filter(([name]) =>
    name === windowName ? !resets : isStill(name, leftElements.get(name)),
  )
  kept[to] = { ...Object.fromEntries(staying), ...kept[to] }
}

/** Whether an element is where its selector says; another page may have an element of its own there. */
function isStill(selector: string, element: Element | null | undefined): boolean {
  const found = document.querySelector(selector)
  return found !== null && found === element
}

function scroll(positions: Positions, { from, hash, resets, isNew, showsTarget }: Arrival): void {
  // The former scroll belongs to the former page.
  if (resets) releaseScroll()
  // Since the server's drawing came, the reader may have gone on.
  const isScrolled = from === null && window.isScrolledEarly
  let position: Position | undefined = isScrolled ? [window.scrollX, window.scrollY, anchorInSight()] : undefined
  for (const [name, [left, top, anchor]] of Object.entries(resets ? positions : {})) {
    if (name !== windowName) document.querySelector(name)?.scrollTo({ left, top, behavior: 'instant' })
    else if (!isScrolled && (hash === '' || !showsTarget || !isNew)) position = [left, top, anchor]
  }
  if (position !== undefined) holdPosition(position)
  else if (hash !== '') {
    if (showsTarget) holdTarget(hash)
  } else if (resets && from !== null) window.scrollTo({ left: 0, top: 0 })
}

function holdPosition([left, top, anchor]: Position): void {
  holdScroll(() => {
    const element = anchor ? document.getElementById(anchor[0]) : null
    const movedPx = element && anchor ? element.getBoundingClientRect().top - anchor[1] : top - window.scrollY
    window.scrollTo({ left, top: window.scrollY + movedPx, behavior: 'instant' })
    return !anchor || element !== null
  })
}

function holdTarget(id: string): void {
  let isFocused = false
  holdScroll(() => {
    const element = document.getElementById(id)
    if (!isFocused) element?.focus({ preventScroll: true })
    isFocused = element !== null
    element?.scrollIntoView({ block: 'start', behavior: 'instant' })
    return isFocused
  })
}

/** Steps in which an anchor is looked for, from the top of the window down. */
const lookPx = 24

// Counted IDs (web/ui/use-id.tsx) name other elements after a reload.
const anchors = 'main [id]:not([id^=_])'

/** The first element with an id in sight on the page. */
function anchorInSight(): Anchor | null {
  const { left = 0, width = 0 } = document.querySelector('main')?.getBoundingClientRect() ?? {}
  for (let y = lookPx; y < window.innerHeight; y += lookPx) {
    const hit = document.elementFromPoint(left + width / 4, y)
    // An element that has just come into sight is hit as a whole, not in its parts.
    const found = hit?.closest(anchors) ?? hit?.querySelector(anchors)
    const { top = 0, bottom = 0 } = found?.getBoundingClientRect() ?? {}
    if (found && top <= y && bottom >= y) return [found.id, top]
  }
  return null
}

/** A selector of the element: its position among its siblings, from the root down. */
function selectorOf(element: Element): string {
  const steps: string[] = []
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const index = at.parentElement === null ? 1 : [...at.parentElement.children].indexOf(at) + 1
    steps.unshift(`${at.localName}:nth-child(${index})`)
  }
  return steps.join(' > ')
}
