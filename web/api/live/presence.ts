import { useEffect, useSyncExternalStore } from 'react'
import { onPresent, tellHere, watchTopics } from './live.ts'
import type { Here, Present } from './live-socket.ts'

export type { Present } from './live-socket.ts'

/** A user who stops typing for this long counts as looking again. */
const pauseMs = 5_000

const shown = new Map<string, number>()
const writing = new Map<string, ReturnType<typeof setTimeout>>()
const people = new Map<string, readonly Present[]>()
const listeners = new Set<() => void>()
const nobody: readonly Present[] = []
let told = '{}'

/** Say what is on the screen, when that is something new. A page in the background shows nothing. */
function tell(): void {
  const here: Record<string, Here[string]> = {}
  if (document.visibilityState === 'visible')
    for (const topic of shown.keys()) here[topic] = writing.has(topic) ? 'writing' : 'looking'
  const text = JSON.stringify(here)
  if (text === told) return
  told = text
  for (const topic of people.keys()) if (!(topic in here)) people.delete(topic)
  tellHere(here)
}

globalThis.document?.addEventListener('visibilitychange', tell)
onPresent(news => {
  people.set(news.topic, news.people)
  for (const listener of listeners) listener()
})

/**
 * Tell the others that the user is at a topic while the component is on the page, and receive who else is.
 *
 * @param topic  null: tell no one
 */
export function usePresence(topic: string | null): readonly Present[] {
  // The socket is outside of React: the effect connects it to this component's life.
  useEffect(() => {
    if (topic === null) return
    // Only a listener of a topic counts as present at it.
    const unwatch = watchTopics([topic], () => {})
    shown.set(topic, (shown.get(topic) ?? 0) + 1)
    tell()
    return () => {
      unwatch()
      const left = (shown.get(topic) ?? 1) - 1
      if (left > 0) shown.set(topic, left)
      else shown.delete(topic)
      tell()
    }
  }, [topic])
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => (topic === null ? nobody : (people.get(topic) ?? nobody)),
    () => nobody,
  )
}

/** The person typed something that others may know of. */
export function noteWriting(topic: string): void {
  clearTimeout(writing.get(topic))
  writing.set(
    topic,
    setTimeout(() => stopWriting(topic), pauseMs),
  )
  tell()
}

/** Stop showing the user as writing, after the text was sent or discarded. */
export function stopWriting(topic: string): void {
  clearTimeout(writing.get(topic))
  writing.delete(topic)
  tell()
}
