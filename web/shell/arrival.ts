import { focusHeading } from '#web/ui/focus-heading.ts'

/** See `window-todos.ts`. */
const todosInTitle = /^\(\d+\) /

/** Within this time a page sets its title: until then it has the title of the page before. */
const sameTitleAfterMs = 1_000

/** Within this time a page shows the rows that it had when it was left, unless they were deleted. */
const rowsWithinMs = 5_000

interface FormerPage {
  readonly pressed: Element | null
  readonly title: string
  readonly heading: Element | null
  readonly words: string | null | undefined
}

/**
 * Wait for the page that was navigated to, and focus its heading, or the link that led away from it once it is there.
 *
 * @param left     the address of that link; undefined on a page that is new
 * @param onTitle  called with the title of the page
 * @returns stops waiting
 */
export function awaitArrival(
  former: FormerPage,
  left: string | undefined,
  onTitle: (title: string) => void,
): () => void {
  let announcing: ReturnType<typeof setTimeout> | undefined
  let givingUp: ReturnType<typeof setTimeout> | undefined
  let isChosen = false
  const announce = () => {
    titles.disconnect()
    clearTimeout(announcing)
    onTitle(document.title.replace(todosInTitle, ''))
  }
  // A skeleton has the heading before the page sets its title.
  const titles = new MutationObserver(() => document.title !== former.title && announce())
  const isNew = (heading: Element) => heading !== former.heading || heading.textContent !== former.words
  /** @returns whether the page is there, and its heading has the focus unless something else has been focused */
  const arrive = () => {
    const heading = document.querySelector('main h1')
    if (heading === null || !isNew(heading)) return false
    const { activeElement: now } = document
    // The heading is where `keepFocus` goes as well.
    isChosen =
      now !== null &&
      now.closest('main, dialog') !== null &&
      !now.matches('main h1') &&
      (now !== former.pressed || now.matches('input, textarea, select'))
    if (!isChosen) focusHeading()
    if (document.title !== former.title) announce()
    else {
      titles.observe(document.head, { childList: true, characterData: true, subtree: true })
      announcing = setTimeout(announce, sameTitleAfterMs)
    }
    if (left !== undefined) givingUp = setTimeout(() => arrivals.disconnect(), rowsWithinMs)
    return true
  }
  let isThere = false
  const look = () => {
    isThere ||= arrive()
    if (!isThere) return
    const { activeElement: now } = document
    // The heading of a skeleton gives way to that of the page.
    const isStill = !isChosen && (now === null || now.matches('body, main h1'))
    if (left === undefined || !isStill || focusLink(left)) arrivals.disconnect()
  }
  const arrivals = new MutationObserver(look)
  arrivals.observe(document.body, { childList: true, characterData: true, subtree: true })
  look()
  return () => {
    arrivals.disconnect()
    titles.disconnect()
    clearTimeout(announcing)
    clearTimeout(givingUp)
  }
}

/** The window is scrolled by its own rule (`keepScroll`). @returns whether the page has such a link */
function focusLink(href: string): boolean {
  const link = [...document.querySelectorAll('main a')].find(each => each.getAttribute('href') === href)
  if (link instanceof HTMLElement) link.focus({ preventScroll: true })
  return link !== undefined
}
