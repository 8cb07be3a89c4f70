import { useSyncExternalStore } from 'react'

export const unreachable = 'Could not reach the server. Check your connection and try again.'

const listeners = new Set<() => void>()
// The browser's online flag, and the result of the last call: a network may exist without a route to the server.
let isOnline = globalThis.navigator?.onLine ?? true
let isAnswering = true

function set(change: () => void): void {
  const before = isReached()
  change()
  if (isReached() !== before) for (const listener of listeners) listener()
}

/** Whether the server is assumed to be reachable. */
export const isReached = (): boolean => isOnline && isAnswering

/** Record whether a call reached the server. */
export function noteReach(answered: boolean): void {
  set(() => {
    isAnswering = answered
  })
  if (!answered) probe(firstProbeMs)
  // The browser may be slower to notice that the network is back; or the reply was on its way when the network went.
  else if (!isOnline) probe(0)
}

const firstProbeMs = 1_000
const longestProbeMs = 30_000
let waiting: ReturnType<typeof setTimeout> | undefined
let probing: object | null = null
/** A request that was under way when the network went may never end. */
const probeEndsMs = 5_000

/** Poll until the server answers; there may be no other requests meanwhile. */
function probe(afterMs: number): void {
  if (probing !== null || waiting !== undefined) return
  waiting = setTimeout(async () => {
    waiting = undefined
    if (isReached()) return
    const mine = {}
    probing = mine
    const signal = AbortSignal.timeout(probeEndsMs)
    const answered = await fetch('/-/session', { cache: 'no-store', signal }).then(
      () => true,
      () => false,
    )
    if (probing !== mine) return
    probing = null
    if (answered) {
      set(() => {
        isOnline = true
        isAnswering = true
      })
    } else probe(Math.min(afterMs * 2 || firstProbeMs, longestProbeMs))
  }, afterMs)
}

globalThis.window?.addEventListener('online', () => {
  set(() => {
    isOnline = true
  })
  if (isAnswering) return
  clearTimeout(waiting)
  waiting = undefined
  probing = null
  probe(0)
})
globalThis.window?.addEventListener('offline', () => set(() => (isOnline = false)))

/** Subscribe to changes of reachability. Returns the function that unsubscribes. */
export function watchReach(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useIsReached = (): boolean => useSyncExternalStore(watchReach, isReached, () => true)
