import { isFocusAwaited } from './focus.ts'

/** Where the focus was: an element and what stood around it, from the inside out. */
interface Step {
  readonly element: Element
  /** What came after it, then what came before it, the nearest first. */
  readonly beside: readonly Element[]
}

const besideAtMost = 3
// Not what one writes in: a field that opens something when it gets the focus would do so unasked.
const home = 'a[href], button:not(:disabled), [tabindex="0"], summary'

/**
 * Give the focus a home when what had it goes away: a row that is removed, a button that is there no longer, a menu that
 * took its own trigger along. It goes to what stood next to it, else to the heading of the page; whoever knows a better
 * place moves it there (`moveFocusOn`), and nothing happens here.
 *
 * @returns ends it
 */
export function keepFocus(): () => void {
  let trail: readonly Step[] = []
  let frame = 0
  const remember = (event: FocusEvent) => {
    if (event.target instanceof Element) trail = trailOf(event.target)
  }
  const look = () => {
    frame = 0
    if (!isLost(trail)) return
    if (isFocusAwaited()) {
      frame = requestAnimationFrame(look)
      return
    }
    const next = trail[0]?.element.matches('h1') ? null : homeOf(trail)
    if (next !== null) next.focus({ preventScroll: true })
    else focusHeading()
  }
  const changes = new MutationObserver(() => {
    if (frame === 0 && isLost(trail)) frame = requestAnimationFrame(look)
  })
  document.addEventListener('focusin', remember)
  changes.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden'],
  })
  return () => {
    cancelAnimationFrame(frame)
    document.removeEventListener('focusin', remember)
    changes.disconnect()
  }
}

/** Focus the heading of the page, which a screen reader then says. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

const isLost = ([first]: readonly Step[]): boolean =>
  first !== undefined &&
  (document.activeElement === null || document.activeElement === document.body) &&
  !isThere(first.element)

const isThere = (element: Element): boolean =>
  element.isConnected && element.checkVisibility() && !element.matches(':disabled')

function trailOf(element: Element): readonly Step[] {
  const trail: Step[] = []
  for (let at: Element | null = element; at !== null && !at.matches('main, body'); at = at.parentElement)
    trail.push({
      element: at,
      beside: [...siblings(at, 'nextElementSibling'), ...siblings(at, 'previousElementSibling')],
    })
  return trail
}

function siblings(of: Element, direction: 'nextElementSibling' | 'previousElementSibling'): readonly Element[] {
  const found: Element[] = []
  for (let at = of[direction]; at !== null && found.length < besideAtMost; at = at[direction]) found.push(at)
  return found
}

function homeOf(trail: readonly Step[]): HTMLElement | null {
  for (const { element, beside } of trail) {
    // What is still there, around what went, may hold something.
    for (const each of isThere(element) ? [element] : beside) {
      const found = firstHome(each)
      if (found !== null) return found
    }
  }
  return null
}

function firstHome(within: Element): HTMLElement | null {
  if (!isThere(within)) return null
  if (within instanceof HTMLElement && within.matches(home)) return within
  return [...within.querySelectorAll<HTMLElement>(home)].find(isThere) ?? null
}
