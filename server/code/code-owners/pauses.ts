import { setImmediate } from 'node:timers/promises'
import { Unavailable } from '#server/errors.ts'
import { messages } from './messages.ts'

/** The event loop goes on after so long. */
const sliceMs = 8
/** No reasonable file and change take so long. */
const maxMs = 10_000

/** A promise to wait for, once the slice is over. */
export type Pause = () => Promise<void> | undefined

/** The last of those who wait for a slice: each turn of the event loop has one. */
let queue: Promise<void> = Promise.resolve()
let waiting = 0

/**
 * Cut long work into slices.
 *
 * @returns to be called often; throws Unavailable when the work takes too long in all
 */
export function pauses(): Pause {
  let sliceStart = performance.now()
  let spentMs = 0
  let isFirst = true
  return () => {
    const sliceSpent = performance.now() - sliceStart
    // Much work that begins at once, as for many requests, does not run in one turn.
    const mustQueue = isFirst && waiting > 0
    isFirst = false
    if (sliceSpent < sliceMs && !mustQueue) return undefined
    spentMs += sliceSpent
    if (spentMs > maxMs) throw new Unavailable(messages.tooSlow)
    waiting += 1
    queue = queue.then(() => setImmediate())
    return queue.then(() => {
      waiting -= 1
      sliceStart = performance.now()
    })
  }
}
