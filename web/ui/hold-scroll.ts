const settlesWithinMs = 1_500
const heldAtMostMs = 20_000
const takenOver = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

let endHold = () => {}
let isAwaited = false

/** Stop holding the place that the window is held at. */
export const releaseScroll = (): void => endHold()

/** Whether the window is scrolling to a place that has not been rendered yet. */
export const isPlaceAwaited = (): boolean => isAwaited

/**
 * Scroll the window to a place and stay there while the page finds its size, until the reader scrolls, presses a key or
 * clicks. The window holds one place at a time, the last.
 *
 * @param scroll  scrolls there, in each frame. @returns whether the place has been rendered
 * @returns stops holding it
 */
export function holdScroll(scroll: () => boolean): () => void {
  endHold()
  const startedAt = performance.now()
  let until = 0
  let heightPx = 0
  let frame = 0
  const end = () => {
    // Another place may be held by now.
    if (endHold !== end) return
    endHold = () => {}
    isAwaited = false
    cancelAnimationFrame(frame)
    for (const name of takenOver) window.removeEventListener(name, end, true)
  }
  const step = () => {
    isAwaited = !scroll()
    const nowPx = document.documentElement.scrollHeight
    // More came in: it may stand before the place.
    if (isAwaited || nowPx !== heightPx) until = Math.min(performance.now() + settlesWithinMs, startedAt + heldAtMostMs)
    heightPx = nowPx
    if (performance.now() < until) frame = requestAnimationFrame(step)
    else end()
  }
  endHold = end
  for (const name of takenOver) window.addEventListener(name, end, { capture: true, passive: true })
  step()
  return end
}
