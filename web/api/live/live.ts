import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { embedded } from '../page.ts'
import { isReached, noteReach, watchReach } from '../reach.ts'
import type { LiveWish, WorkerNews } from './live-pages.ts'
import type { Here, LiveNews, LiveSocket } from './live-socket.ts'

/** `by` names the write that changed the topic, as `isOwnWrite` takes it. */
type TopicListener = (by?: string) => void

const listeners = new Map<string, Set<TopicListener>>()

/** A part of a page that is hydrated, or a page that was prefetched, shows data of so long ago at most. */
const lateMs = 30_000
/** The topics that changed within this time: what begins to watch one of them may have its data from before. */
const changedLately = new Map<string, { readonly atMs: number; readonly by: string | undefined }>()
const connectionListeners = new Set<() => void>()
// Until the first word, pages count as connected: no sign flashes while loading.
let isConnected = true
let wasOpen = false
let isOpen = false
let live: LiveSocket | null = null
const presentListeners = new Set<PresentListener>()

type PresentListener = (news: Extract<LiveNews, { readonly kind: 'present' }>) => void

function hear(news: LiveNews): void {
  if (news.kind === 'connection') {
    if (news.isOpen) wasOpen = true
    isOpen = news.isOpen
    isConnected = news.isOpen || !wasOpen
    if (news.isOpen) noteReach(true)
    for (const listener of connectionListeners) listener()
    return
  }
  if (news.kind === 'present') {
    for (const listener of presentListeners) listener(news)
    return
  }
  const atMs = performance.now()
  for (const [topic, changed] of changedLately) if (atMs - changed.atMs > lateMs) changedLately.delete(topic)
  for (const topic of news.topics) changedLately.set(topic, { atMs, by: news.by })
  const called = new Set<TopicListener>()
  for (const topic of news.topics) for (const listener of listeners.get(topic) ?? []) called.add(listener)
  for (const listener of called) listener(news.by)
}

/** The mounted queries that live topics keep fresh, and that are polled while there is no socket. */
export const polledQueries = new Set<{ readonly client: QueryClient; readonly key: string }>()

/** The browser's one socket: in a worker that all tabs of one person share where there is one, else in this tab. */
function connection(): LiveSocket {
  live ??= typeof SharedWorker === 'undefined' ? ownSocket() : sharedSocket()
  return live
}

/** Few browsers have no shared workers: the first script is without the socket. */
function ownSocket(): LiveSocket {
  const opened = import('./live-socket.ts').then(({ openLiveSocket }) =>
    openLiveSocket(`${location.origin.replace(/^http/, 'ws')}/-/live`, hear),
  )
  // The methods return nothing, so that each can be called once the script is loaded.
  return new Proxy({} as LiveSocket, {
    get:
      (_, name: keyof LiveSocket) =>
      (given: never): void =>
        void opened.then(socket => (socket[name] as (given: never) => void)(given)).catch(() => {}),
  })
}

function sharedSocket(): LiveSocket {
  const { port } = new SharedWorker(new URL('./live-worker.ts', import.meta.url), {
    type: 'module',
    name: `weft-live-${embedded.viewer?.user?.id ?? 0}`,
  })
  const wish = (message: LiveWish) => port.postMessage(message)
  // Watched as often as they are, as the worker counts them.
  const watched: string[] = []
  let shown: Here = {}
  port.onmessage = ({ data }: MessageEvent<WorkerNews>) => {
    if (data.kind === 'ping') wish({ kind: 'alive' })
    else if (data.kind === 'forgotten') {
      wish({ kind: 'all', topics: watched, here: shown })
      // The page has missed the changes meanwhile.
      hear({ kind: 'changed', topics: [...new Set(watched)] })
    } else hear(data)
  }
  port.start()
  window.addEventListener('pagehide', event => {
    if (!event.persisted) wish({ kind: 'bye' })
  })
  return {
    watch: topics => {
      watched.push(...topics)
      wish({ kind: 'watch', topics })
    },
    unwatch: topics => {
      for (const topic of topics) watched.splice(watched.indexOf(topic), 1)
      wish({ kind: 'unwatch', topics })
    },
    here: here => {
      shown = here
      wish({ kind: 'here', here })
    },
    wake: () => wish({ kind: 'wake' }),
    reopen: () => wish({ kind: 'reopen' }),
  }
}

watchReach(() => {
  if (isReached()) live?.wake()
})
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') live?.wake()
})

/** Hear of changes to some topics, those of the last half minute included, until the returned function is called. */
export function watchTopics(topics: readonly string[], onChange: TopicListener): () => void {
  if (topics.length === 0) return () => {}
  for (const topic of topics) {
    const known = listeners.get(topic) ?? new Set()
    known.add(onChange)
    listeners.set(topic, known)
  }
  connection().watch(topics)
  const missed = topics.map(topic => changedLately.get(topic)).find(changed => changed !== undefined)
  if (missed !== undefined && performance.now() - missed.atMs <= lateMs) onChange(missed.by)
  return () => {
    for (const topic of topics) {
      const known = listeners.get(topic)
      known?.delete(onChange)
      if (known?.size === 0) listeners.delete(topic)
    }
    connection().unwatch(topics)
  }
}

/** Reconnect, because a connection keeps the session it was opened with. */
export function reconnect(): void {
  live?.reopen()
}

/** Run something whenever the connection is back after a break, until the returned function is called. */
export function watchReconnection(listener: () => void): () => void {
  let before = isConnected
  const hear = () => {
    if (isConnected && !before) listener()
    before = isConnected
  }
  return watchConnection(hear)
}

/** Tell the others what is before the person now. */
export function tellHere(here: Here): void {
  connection().here(here)
}

/** Hear who else is at what was told, until the returned function is called. */
export function onPresent(listener: PresentListener): () => void {
  presentListeners.add(listener)
  return () => presentListeners.delete(listener)
}

/** Run something whenever a topic changes, while the component is on the page. */
export function useTopics(topics: readonly string[], onChange: TopicListener): void {
  const key = topics.join(' ')
  // The socket is outside of React: the effect connects it to this component's life.
  useEffect(() => watchTopics(key === '' ? [] : key.split(' '), onChange), [key, onChange])
}

/** Run something whenever the connection opens or closes, until the returned function is called. */
export function watchConnection(listener: () => void): () => void {
  connectionListeners.add(listener)
  return () => connectionListeners.delete(listener)
}

/** Whether changes arrive by themselves at the moment. */
export const useIsConnected = (): boolean =>
  useSyncExternalStore(
    watchConnection,
    () => isConnected,
    () => true,
  )

/** Whether there is a socket at the moment, outside of React. */
export const hasSocket = (): boolean => isOpen

/** Whether there is a socket: unlike above, false until it is open. */
export const useHasSocket = (): boolean => useSyncExternalStore(watchConnection, hasSocket, () => false)
