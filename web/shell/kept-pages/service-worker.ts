// Shows the kept document when a page is opened while the server is out of reach.
// It is a script of its own: it imports nothing, and nothing imports it.
{
  interface Installing {
    readonly addRoutes?: (routes: readonly object[]) => Promise<void>
  }

  interface Fetching {
    readonly request: Request
    respondWith(response: Promise<Response>): void
  }

  interface ServiceWorker {
    addEventListener(name: 'install', run: (event: Installing) => void): void
    addEventListener(name: 'fetch', run: (event: Fetching) => void): void
    skipWaiting(): Promise<void>
  }

  // The types are those of pages, which do not know the scope of a service worker.
  const worker = globalThis as unknown as ServiceWorker

  worker.addEventListener('install', event => {
    void worker.skipWaiting()
    // The network answers without waiting for this script to start, and everything but pages goes past it.
    void event.addRoutes?.([
      { condition: { requestMode: 'navigate', requestMethod: 'GET' }, source: 'race-network-and-fetch-handler' },
      { condition: { urlPattern: '/*' }, source: 'network' },
    ])
  })

  worker.addEventListener('fetch', event => {
    const { request } = event
    if (request.mode === 'navigate' && request.method === 'GET') event.respondWith(fetch(request).catch(kept))
  })

  const kept = async () => (await caches.match('/-/shell')) ?? Response.error()
}
