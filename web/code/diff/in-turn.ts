import { idleTimeoutMs } from '../lines/steps.ts'

const waiting = new Set<() => void>()
let isScheduled = false

/**
 * Run a function while the browser is idle. Several run one at a time, in their order.
 *
 * @returns a function that cancels it
 */
export function inTurn(run: () => void): () => void {
  waiting.add(run)
  schedule()
  return () => waiting.delete(run)
}

function schedule(): void {
  if (isScheduled || waiting.size === 0) return
  isScheduled = true
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'undefined') setTimeout(runNext, 16)
  else requestIdleCallback(runNext, { timeout: idleTimeoutMs })
}

function runNext(): void {
  isScheduled = false
  const [next] = waiting
  if (next !== undefined) {
    waiting.delete(next)
    next()
  }
  schedule()
}
