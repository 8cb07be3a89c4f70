import { Unavailable } from '#server/errors.ts'
import type { Requesters } from './requester.ts'

/**
 * A queue in front of a scarce resource. `enter` resolves to the function that gives the place back (safe to call
 * twice).
 *
 * @throws Unavailable  too many wait already, or the wait took too long
 */
export type Lane = { enter(signal?: AbortSignal, ...shares: readonly LaneShare[]): Promise<() => void> }

/**
 * Part of a lane that one owner may take, so that others always find a place. If a request has several shares, each
 * must have a place left.
 */
export type LaneShare = {
  /** The owners of the request; if several want the same thing, one with places left is enough. */
  readonly of: Requesters
  /** A kind of work that is counted apart from the owner's other work. */
  readonly kind: string
  /** Places that one owner holds at once. */
  readonly most: number
  /** The number of waiting calls that may be theirs; default a quarter. */
  readonly mostWaiting?: number
}

type LaneLimits = {
  /** Subject of the error messages, such as "Git operations". */
  readonly what: string
  readonly atOnce: number
  readonly waiting: number
  readonly waitMs: number
}

export function lane({ what, atOnce, waiting, waitMs }: LaneLimits): Lane {
  let running = 0
  const held = new Map<string, number>()
  const queue: { readonly shares: readonly LaneShare[]; readonly proceed: () => void }[] = []

  const count = (holder: string, change: 1 | -1): void => {
    const now = (held.get(holder) ?? 0) + change
    if (now > 0) held.set(holder, now)
    else held.delete(holder)
  }
  const holderOf = (share: LaneShare): string | undefined =>
    holdersOf(share).find(holder => (held.get(holder) ?? 0) < share.most)
  const isFree = (shares: readonly LaneShare[]): boolean =>
    running < atOnce && shares.every(share => holderOf(share) !== undefined)
  const mayWait = (share: LaneShare): boolean => {
    const waitingHolders = queue.flatMap(each => each.shares.flatMap(holdersOf))
    const { mostWaiting = Math.ceil(waiting / 4) } = share
    return holdersOf(share).some(holder => waitingHolders.filter(each => each === holder).length < mostWaiting)
  }

  const take = (shares: readonly LaneShare[]): (() => void) => {
    const holders = shares.flatMap(share => holderOf(share) ?? [])
    running += 1
    for (const holder of holders) count(holder, 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      running -= 1
      for (const holder of holders) count(holder, -1)
      queue.find(each => isFree(each.shares))?.proceed()
    }
  }

  return {
    enter(signal, ...shares) {
      if (signal?.aborted) return Promise.reject(signal.reason)
      if (isFree(shares)) return Promise.resolve(take(shares))
      if (queue.length >= waiting || !shares.every(mayWait))
        return Promise.reject(new Unavailable(`${what} are queueing. Try again in a moment.`))
      return new Promise((resolve, reject) => {
        const leave = () => {
          const at = queue.indexOf(place)
          if (at >= 0) queue.splice(at, 1)
          clearTimeout(timer)
          signal?.removeEventListener('abort', giveUp)
          for (const unhear of unheard) unhear()
        }
        const place = {
          shares,
          proceed: () => {
            leave()
            resolve(take(shares))
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
        const unheard = shares.map(({ of }) => of.onJoin(() => isFree(shares) && place.proceed()))
        queue.push(place)
      })
    },
  }
}

const holdersOf = ({ of, kind }: LaneShare): readonly string[] => of.owners.map(owner => `${kind} ${owner}`)
