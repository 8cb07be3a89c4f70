/**
 * Run something once the page is loaded and the browser has nothing else to do.
 *
 * @returns the way to give it up
 */
export function atRest(run: () => void): () => void {
  const stop = new AbortController()
  const wait = () => {
    // Safari has no such callback.
    if (!('requestIdleCallback' in window)) setTimeout(() => stop.signal.aborted || run(), 300)
    else requestIdleCallback(() => stop.signal.aborted || run())
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true, signal: stop.signal })
  return () => stop.abort()
}
