import { idleTimeoutMs } from '../lines/steps.ts'

/** A window's height and more, so that what comes into sight is there before. */
export const nearPx = 1400

const waiting = new Set<() => void>()
let isAsked = false

/**
 * Do something while the browser has nothing else to do, one thing at a time.
 *
 * @returns takes it back
 */
export function inTurn(run: () => void): () => void {
  waiting.add(run)
  ask()
  return () => waiting.delete(run)
}

function ask(): void {
  if (isAsked || waiting.size === 0) return
  isAsked = true
  // Safari does not know idle callbacks.
  if (typeof requestIdleCallback === 'undefined') setTimeout(runNext, 16)
  else requestIdleCallback(runNext, { timeout: idleTimeoutMs })
}

function runNext(): void {
  isAsked = false
  const [next] = waiting
  if (next !== undefined) {
    waiting.delete(next)
    next()
  }
  ask()
}
