/** What takes the focus is drawn within a moment; later than that, the focus is the person's. */
const withinFrames = 60

let isMoving = false
let movesAhead = 0

/** Whether somebody waits for the place where the focus goes next. */
export const isFocusAwaited = (): boolean => movesAhead > 0

/**
 * Leave the focus where it is lost until the returned function is called: what is on its way decides where it goes, such as
 * a box that is shut while its text is sent.
 */
export function holdFocus(): () => void {
  movesAhead += 1
  let isHeld = true
  return () => {
    if (isHeld) movesAhead -= 1
    isHeld = false
  }
}

/** Whether the focus that an element hears of was moved to it by `moveFocusOn`, and not by the person. */
export const isFocusMoving = (): boolean => isMoving

/**
 * Move the focus on when what has it goes: to the first of some elements that is on the page by then. Where the focus is
 * elsewhere by itself, or stays, nothing is done.
 *
 * @param find  what may take it, the best first
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
