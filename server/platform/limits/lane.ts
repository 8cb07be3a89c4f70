import { Unavailable } from '#server/errors.ts'

/**
 * A queue in front of a scarce thing. `enter` resolves to the function that gives the place back (safe to call twice).
 *
 * @throws Unavailable  too many wait already, or the wait took too long
 */
export type Lane = { enter(signal?: AbortSignal, share?: LaneShare): Promise<() => void> }

/** Part of a lane that one owner may take, so that others always find a place; of those who wait, they may be a quarter. */
export type LaneShare = {
  /** Such as a user or a network. */
  readonly owner: string
  /** Places that they hold at once. */
  readonly most: number
}

export type LaneLimits = {
  /** Subject of the error messages, such as "Git operations". */
  readonly what: string
  readonly atOnce: number
  readonly waiting: number
  readonly waitMs: number
}

export function lane({ what, atOnce, waiting, waitMs }: LaneLimits): Lane {
  let running = 0
  const held = new Map<string, number>()
  const queue: { readonly share: LaneShare | undefined; readonly proceed: () => void }[] = []

  const count = ({ owner }: LaneShare, change: 1 | -1): void => {
    const now = (held.get(owner) ?? 0) + change
    if (now > 0) held.set(owner, now)
    else held.delete(owner)
  }
  const isFree = (share: LaneShare | undefined): boolean =>
    running < atOnce && (share === undefined || (held.get(share.owner) ?? 0) < share.most)

  const take = (share: LaneShare | undefined): (() => void) => {
    running += 1
    if (share !== undefined) count(share, 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      running -= 1
      if (share !== undefined) count(share, -1)
      queue.find(each => isFree(each.share))?.proceed()
    }
  }

  return {
    enter(signal, share) {
      if (signal?.aborted) return Promise.reject(signal.reason)
      if (isFree(share)) return Promise.resolve(take(share))
      const isOwn = (each: { readonly share: LaneShare | undefined }) => each.share?.owner === share?.owner
      const mayWait = share === undefined || queue.filter(isOwn).length < Math.ceil(waiting / 4)
      if (queue.length >= waiting || !mayWait)
        return Promise.reject(new Unavailable(`${what} are queueing. Try again in a moment.`))
      return new Promise((resolve, reject) => {
        const leave = () => {
          const at = queue.indexOf(place)
          if (at >= 0) queue.splice(at, 1)
          clearTimeout(timer)
          signal?.removeEventListener('abort', giveUp)
        }
        const place = {
          share,
          proceed: () => {
            leave()
            resolve(take(share))
          },
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
        queue.push(place)
      })
    },
  }
}
