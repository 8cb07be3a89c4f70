/** Frames to wait for the target of the focus to be rendered. */
const withinFrames = 60

let isMoving = false
let movesAhead = 0

/** Whether code is about to move the focus. */
export const isFocusAwaited = (): boolean => movesAhead > 0

/**
 * Suspend the focus fallback of `keepFocus` until the returned function is called, for code that will set the focus itself, such
 * as a text box that is disabled while its text is sent.
 */
export function holdFocus(): () => void {
  movesAhead += 1
  let isHeld = true
  return () => {
    if (isHeld) movesAhead -= 1
    isHeld = false
  }
}

/** Whether the current focus event comes from `moveFocusOn` and not from the user. */
export const isFocusMoving = (): boolean => isMoving

/**
 * Once the focused element is removed, focus the first candidate that is on the page. Does nothing if the focus stays or has
 * moved elsewhere.
 *
 * @param find  candidates, in order of preference
 */
export function moveFocusOn(find: () => readonly (HTMLElement | null | undefined)[]): void {
  const left = document.activeElement
  let framesLeft = withinFrames
  const look = () => {
    const { activeElement, body } = document
    framesLeft -= 1
    if (activeElement !== left && activeElement !== body && activeElement !== null) return end()
    const isLost = activeElement === body || activeElement === null
    const next = isLost ? find().find(each => each?.isConnected && each.getClientRects().length > 0) : undefined
    if (next) {
      isMoving = true
      next.focus({ preventScroll: true })
      isMoving = false
      end()
    } else if (framesLeft > 0) requestAnimationFrame(look)
    else end()
  }
  const end = () => {
    movesAhead -= 1
  }
  movesAhead += 1
  requestAnimationFrame(look)
}
