import { useSyncExternalStore } from 'react'

export const unreachable = 'Could not reach the server. Check your connection and try again.'

const listeners = new Set<() => void>()
// The browser's own word, and what the last call found: a network may be there that leads nowhere.
let isOnline = globalThis.navigator?.onLine ?? true
let isAnswering = true

function set(change: () => void): void {
  const before = isReached()
  change()
  if (isReached() !== before) for (const listener of listeners) listener()
}

/** Whether the server is believed to be within reach. */
export const isReached = (): boolean => isOnline && isAnswering

/** A call was answered, or found nobody. */
export function noteReach(answered: boolean): void {
  set(() => {
    isAnswering = answered
    // The browser may be slower to notice that the network is back.
    if (answered) isOnline = true
  })
  if (!answered) probe(firstProbeMs)
}

const firstProbeMs = 1_000
const longestProbeMs = 30_000
let isProbing = false

/** Knock until somebody answers: nothing else may be asked meanwhile. */
function probe(afterMs: number): void {
  if (isProbing) return
  isProbing = true
  setTimeout(async () => {
    isProbing = false
    if (isAnswering) return
    try {
      await fetch('/-/session', { cache: 'no-store' })
      noteReach(true)
    } catch {
      probe(Math.min(afterMs * 2, longestProbeMs))
    }
  }, afterMs)
}

globalThis.window?.addEventListener('online', () => {
  set(() => {
    isOnline = true
  })
  if (!isAnswering) probe(0)
})
globalThis.window?.addEventListener('offline', () => set(() => (isOnline = false)))

/** Hear when the server comes within reach, or goes out of it. */
export function watchReach(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useIsReached = (): boolean => useSyncExternalStore(watchReach, isReached)
