import { setImmediate } from 'node:timers/promises'
import { Unavailable } from '#server/errors.ts'
import { messages } from './messages.ts'

/** The event loop goes on after so long. */
const sliceMs = 8
/** No reasonable file and change take so long. */
const maxMs = 60_000

/** A promise to wait for, once the slice is over. */
export type Pause = () => Promise<void> | undefined

/**
 * Cut long work into slices.
 *
 * @returns to be called often; throws Unavailable when the work takes too long in all
 */
export function pauses(): Pause {
  let sliceStart = performance.now()
  let spentMs = 0
  return () => {
    const sliceSpent = performance.now() - sliceStart
    if (sliceSpent < sliceMs) return undefined
    spentMs += sliceSpent
    if (spentMs > maxMs) throw new Unavailable(messages.tooSlow)
    return setImmediate().then(() => {
      sliceStart = performance.now()
    })
  }
}
