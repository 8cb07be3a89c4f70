/// <reference lib="webworker" />
import { type Here, type LiveNews, type LiveSocket, openLiveSocket } from './live-socket.ts'

/** What a page says to the worker that holds its browser's socket. */
export type LiveWish =
  | { readonly kind: 'watch' | 'unwatch'; readonly topics: readonly string[] }
  | { readonly kind: 'here'; readonly here: Here }
  | { readonly kind: 'wake' | 'bye' }

interface Page {
  readonly port: MessagePort
  readonly topics: Map<string, number>
  here: Here
}

// In a shared worker the global scope is this one.
const scope = self as unknown as SharedWorkerGlobalScope
const pages = new Set<Page>()
let isOpen = false
let socket: LiveSocket | null = null

function tell(news: LiveNews): void {
  if (news.kind === 'connection') isOpen = news.isOpen
  for (const page of pages) {
    if (news.kind === 'connection') page.port.postMessage(news)
    else if (news.kind === 'present') {
      if (news.topic in page.here) page.port.postMessage(news)
    } else {
      const topics = news.topics.filter(topic => page.topics.has(topic))
      if (topics.length > 0) page.port.postMessage({ kind: 'changed', topics } satisfies LiveNews)
    }
  }
}

/** What all pages together show: whoever writes on one of them is writing. */
function hereOfAll(): Here {
  const all: Record<string, 'looking' | 'writing'> = {}
  for (const page of pages)
    for (const [topic, doing] of Object.entries(page.here)) if (all[topic] !== 'writing') all[topic] = doing
  return all
}

scope.onconnect = event => {
  const port = event.ports[0]
  if (port === undefined) return
  const page: Page = { port, topics: new Map(), here: {} }
  pages.add(page)
  socket ??= openLiveSocket(`${scope.location.origin.replace(/^http/, 'ws')}/-/live`, tell)
  const live = socket
  port.onmessage = ({ data }: MessageEvent<LiveWish>) => {
    switch (data.kind) {
      case 'watch':
        for (const topic of data.topics) page.topics.set(topic, (page.topics.get(topic) ?? 0) + 1)
        return live.watch(data.topics)
      case 'unwatch':
        for (const topic of data.topics) {
          const left = (page.topics.get(topic) ?? 1) - 1
          if (left > 0) page.topics.set(topic, left)
          else page.topics.delete(topic)
        }
        return live.unwatch(data.topics)
      case 'here':
        page.here = data.here
        return live.here(hereOfAll())
      case 'wake':
        return live.wake()
      case 'bye':
        for (const [topic, times] of page.topics) live.unwatch(Array.from({ length: times }, () => topic))
        pages.delete(page)
        return live.here(hereOfAll())
      default:
        return data satisfies never
    }
  }
  port.postMessage({ kind: 'connection', isOpen } satisfies LiveNews)
}
