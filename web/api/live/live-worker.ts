/// <reference lib="webworker" />
import { type LiveWish, livePages } from './live-pages.ts'
import { openLiveSocket } from './live-socket.ts'

/** The server forgets who says nothing for a minute; a page that is gone is kept up no longer than that. */
const askEveryMs = 15_000

// `self` is the global scope of a shared worker here.
const scope = self as unknown as SharedWorkerGlobalScope
const pages = livePages(() => openLiveSocket(`${scope.location.origin.replace(/^http/, 'ws')}/-/live`, pages.tell))
setInterval(pages.ask, askEveryMs)

scope.onconnect = event => {
  const port = event.ports[0]
  if (port === undefined) return
  const hear = pages.add(news => port.postMessage(news))
  port.onmessage = ({ data }: MessageEvent<LiveWish>) => hear(data)
}
