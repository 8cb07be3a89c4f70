/** After this many frames the request is out of date. */
const withinFrames = 60

/**
 * Do something with an element once it is drawn: move the focus to what was asked for. Not after the next key or click:
 * then the focus is the person's.
 */
export function whenDrawn(id: string, run: (element: HTMLElement) => void): void {
  const ended = new AbortController()
  const end = () => ended.abort()
  // The key that asks may be under way: its listeners have all been called before the next frame.
  let framesLeft = withinFrames
  const look = () => {
    if (ended.signal.aborted) return
    if (framesLeft === withinFrames)
      for (const event of ['keydown', 'pointerdown'])
        document.addEventListener(event, end, { capture: true, signal: ended.signal })
    framesLeft -= 1
    const element = document.getElementById(id)
    if (element === null && framesLeft > 0) {
      requestAnimationFrame(look)
      return
    }
    end()
    if (element !== null) run(element)
  }
  requestAnimationFrame(look)
}
