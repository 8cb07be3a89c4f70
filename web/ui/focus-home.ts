import { isFocusAwaited } from './focus.ts'
import { focusHeading } from './focus-heading.ts'

/** One level of the path from the focused element to the page, innermost first. */
interface PathStep {
  readonly element: Element
  /** Following siblings, then preceding siblings, nearest first. */
  readonly beside: readonly Element[]
}

const maxSiblings = 3
/** The path ends there. Dialogs of the frame around the page stand beside links that are no way back from them. */
const edge = 'main,body,dialog:not(main *)'
// No text fields: some open a popup on focus.
const home = 'a[href], button:not(:disabled), [tabindex="0"], summary'

/**
 * Restore the focus when the focused element is removed or disabled: to the nearest focusable sibling, else to the page heading.
 * Code that knows a better target uses `moveFocusOn`, which takes precedence.
 *
 * @returns the function that stops it
 */
export function keepFocus(): () => void {
  let trail = document.activeElement === null ? [] : trailOf(document.activeElement)
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

const isLost = ([first]: readonly PathStep[]): boolean =>
  first !== undefined &&
  (document.activeElement === null || document.activeElement === document.body) &&
  !isThere(first.element)

const isThere = (element: Element): boolean =>
  element.isConnected && element.checkVisibility() && !element.matches(':disabled')

function trailOf(element: Element): readonly PathStep[] {
  const trail: PathStep[] = []
  for (let at: Element | null = element; at !== null && !at.matches(edge); at = at.parentElement)
    trail.push({
      element: at,
      beside: [...siblings(at, 'nextElementSibling'), ...siblings(at, 'previousElementSibling')],
    })
  return trail
}

function siblings(of: Element, direction: 'nextElementSibling' | 'previousElementSibling'): readonly Element[] {
  const found: Element[] = []
  for (let at = of[direction]; at !== null && found.length < maxSiblings; at = at[direction]) found.push(at)
  return found
}

function homeOf(trail: readonly PathStep[]): HTMLElement | null {
  for (const { element, beside } of trail) {
    // An element that is still there, around the removed one, may contain something.
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
