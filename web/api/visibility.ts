const listeners = new Set<() => void>()
let pauses = 0

/** Whether the page counts as seen: its tab is shown, and no pause is requested. */
export const isSeen = (): boolean => pauses === 0 && document.visibilityState === 'visible'

/**
 * Let the page count as hidden until the returned function is called: what runs by the clock while a page is seen
 * rests, as under a text that fills the screen.
 *
 * @source FORM-011
 */
export function pauseVisibility(): () => void {
  let isOver = false
  change(1)
  return () => {
    if (!isOver) change(-1)
    isOver = true
  }
}

function change(by: 1 | -1): void {
  const before = isSeen()
  pauses += by
  if (isSeen() !== before) for (const listener of listeners) listener()
}

/** Hear when the page begins or ends to be seen, until the returned function is called. */
export function watchSeen(listener: () => void): () => void {
  if (listeners.size === 0) document.addEventListener('visibilitychange', tell)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) document.removeEventListener('visibilitychange', tell)
  }
}

const tell = () => {
  for (const listener of listeners) listener()
}
