const storageKey = 'weft-scroll'
const windowName = 'window'

/** By what is scrolled: `window`, or the place of an element in the document. */
type Positions = Record<string, readonly [leftPx: number, topPx: number]>

interface Arrival {
  /** The keys of the history's entries. */
  readonly from: string | null
  readonly to: string
  readonly hash: string
  /** Whether the window goes to its place on the page; otherwise it stays where it is. */
  readonly resets: boolean
  /** Whether a new entry was made, as opposed to the way back to one. */
  readonly isNew: boolean
  /** Whether the target of the hash is brought into sight. */
  readonly showsTarget: boolean
}

export interface ScrollKeeper {
  /** Remember where a page is scrolled to, before it is left. */
  readonly leave: (key: string) => void
  /** Scroll a page that is drawn to where it was, to the target of its hash, or to its top. */
  readonly arrive: (arrival: Arrival) => void
}

/**
 * Keep where each page of the history is scrolled to, also through a reload.
 *
 * @param keyNow  the key of the page that is shown
 */
export function keepScroll(keyNow: () => string): ScrollKeeper {
  const kept = storedPositions()
  const scrolled = new Set<Document | Element>()
  const leave = (key: string) => {
    const positions = kept[key] ?? {}
    kept[key] = positions
    for (const target of scrolled) {
      if (target instanceof Document) positions[windowName] = [window.scrollX, window.scrollY]
      else if (target.isConnected) positions[selectorOf(target)] = [target.scrollLeft, target.scrollTop]
    }
    scrolled.clear()
  }
  window.history.scrollRestoration = 'manual'
  const onScroll = ({ target }: Event) => {
    if (target instanceof Document || target instanceof Element) scrolled.add(target)
  }
  document.addEventListener('scroll', onScroll, { passive: true, capture: true })
  window.addEventListener('pagehide', () => {
    window.history.scrollRestoration = 'auto'
    leave(keyNow())
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(kept))
    } catch {
      // The storage is full, or forbidden: the page begins at its top again.
    }
  })
  window.addEventListener('pageshow', event => {
    if (event.persisted) window.history.scrollRestoration = 'manual'
  })
  return {
    leave,
    arrive: arrival => {
      scrolled.clear()
      carryOver(kept, arrival)
      scroll(kept[arrival.to] ?? {}, arrival)
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

/** What stays in the page stays where it is scrolled to. */
function carryOver(kept: Record<string, Positions>, { from, to, resets }: Arrival): void {
  const former = from === null || from === to ? undefined : kept[from]
  if (former === undefined) return
  const staying = Object.entries(former).filter(([name]) =>
    name === windowName ? !resets : document.querySelector(name) !== null,
  )
  kept[to] = { ...Object.fromEntries(staying), ...kept[to] }
}

function scroll(positions: Positions, { hash, resets, isNew, showsTarget }: Arrival): void {
  let isRestored = false
  for (const [name, [left, top]] of Object.entries(resets ? positions : {})) {
    if (name !== windowName) document.querySelector(name)?.scrollTo({ left, top, behavior: 'instant' })
    else if (hash === '' || !showsTarget || !isNew) {
      window.scrollTo({ left, top })
      isRestored = true
    }
  }
  if (isRestored) return
  if (hash === '') {
    if (resets) window.scrollTo({ left: 0, top: 0 })
  } else if (showsTarget) document.getElementById(hash)?.scrollIntoView()
}

/** The place of an element among its siblings, from the root down. */
function selectorOf(element: Element): string {
  const steps: string[] = []
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const index = at.parentElement === null ? 1 : [...at.parentElement.children].indexOf(at) + 1
    steps.unshift(`${at.localName}:nth-child(${index})`)
  }
  return steps.join(' > ')
}
