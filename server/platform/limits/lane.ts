import { Unavailable } from '#server/errors.ts'

/**
 * A queue in front of a scarce thing. `enter` resolves to the function that gives the place back (safe to call twice).
 *
 * @throws Unavailable  too many wait already, or the wait took too long
 */
export type Lane = { enter(signal?: AbortSignal): Promise<() => void> }

export type LaneLimits = {
  /** Subject of the error messages, such as "Git operations". */
  readonly what: string
  readonly atOnce: number
  readonly waiting: number
  readonly waitMs: number
}

export function lane({ what, atOnce, waiting, waitMs }: LaneLimits): Lane {
  let running = 0
  const queue: (() => void)[] = []

  const take = (): (() => void) => {
    running += 1
    let held = true
    return () => {
      if (!held) return
      held = false
      running -= 1
      queue.shift()?.()
    }
  }

  return {
    enter(signal) {
      if (signal?.aborted) return Promise.reject(signal.reason)
      if (running < atOnce) return Promise.resolve(take())
      if (queue.length >= waiting)
        return Promise.reject(new Unavailable(`${what} are queueing. Try again in a moment.`))
      return new Promise((resolve, reject) => {
        const leave = () => {
          const at = queue.indexOf(proceed)
          if (at >= 0) queue.splice(at, 1)
          clearTimeout(timer)
          signal?.removeEventListener('abort', giveUp)
        }
        const proceed = () => {
          leave()
          resolve(take())
        }
        const giveUp = () => {
          leave()
          reject(signal?.reason)
        }
        const timer = setTimeout(() => {
          leave()
          reject(new Unavailable(`${what} are taking too long. Try again in a moment.`))
        }, waitMs)
        signal?.addEventListener('abort', giveUp, { once: true })
        queue.push(proceed)
      })
    },
  }
}
