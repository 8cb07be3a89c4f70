/// <reference lib="webworker" />
import { type LiveNews, type LiveSocket, openLiveSocket } from './live-socket.ts'

/** What a page says to the worker that holds its browser's socket. */
export type LiveWish =
  | { readonly kind: 'watch' | 'unwatch'; readonly topics: readonly string[] }
  | { readonly kind: 'wake' | 'bye' }

interface Page {
  readonly port: MessagePort
  readonly topics: Map<string, number>
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
    else {
      const topics = news.topics.filter(topic => page.topics.has(topic))
      if (topics.length > 0) page.port.postMessage({ kind: 'changed', topics } satisfies LiveNews)
    }
  }
}

scope.onconnect = event => {
  const port = event.ports[0]
  if (port === undefined) return
  const page: Page = { port, topics: new Map() }
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
      case 'wake':
        return live.wake()
      case 'bye':
        for (const [topic, times] of page.topics) live.unwatch(Array.from({ length: times }, () => topic))
        pages.delete(page)
        return
      default:
        return data satisfies never
    }
  }
  port.postMessage({ kind: 'connection', isOpen } satisfies LiveNews)
}
