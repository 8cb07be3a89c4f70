// Shows the kept document when a page is opened while the server is out of reach, and the notifications of pages on call.
// It is a script of its own: it imports nothing, and nothing imports it.
{
  interface Installing {
    readonly addRoutes?: (routes: readonly object[]) => Promise<void>
  }

  interface Fetching {
    readonly request: Request
    respondWith(response: Promise<Response>): void
  }

  interface Extending {
    waitUntil(done: Promise<unknown>): void
  }

  interface Pushed extends Extending {
    readonly data: { json(): PushMessage } | null
  }

  /** As the server encrypts it. */
  interface PushMessage {
    readonly id: number
    readonly tag: string
    readonly title: string
    readonly text: string
    readonly url: string
    /** The addresses that answer the page without signing in; absent for people who may not answer it. */
    readonly acknowledge?: string
    readonly resolve?: string
  }

  interface Pressed extends Extending {
    readonly action: string
    readonly notification: Notification & { readonly data: PushMessage }
  }

  interface ServiceWorker {
    addEventListener(name: 'push', run: (event: Pushed) => void): void
    addEventListener(name: 'notificationclick', run: (event: Pressed) => void): void
    readonly registration: ServiceWorkerRegistration
    readonly clients: { openWindow(url: string): Promise<unknown> }
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

  worker.addEventListener('push', event => {
    if (event.data !== null) event.waitUntil(show(event.data.json()))
  })

  worker.addEventListener('notificationclick', event => {
    const { action, notification } = event
    const { acknowledge, resolve, url } = notification.data
    notification.close()
    event.waitUntil(worker.clients.openWindow((action === 'resolve' ? resolve : action && acknowledge) || url))
  })

  async function show(page: PushMessage): Promise<void> {
    const { tag, title, text: body } = page
    const [shown] = await worker.registration.getNotifications({ tag })
    const actions = page.acknowledge === undefined ? [] : answers
    // The types do not know all options. A message that arrives twice makes no second sound.
    const options: NotificationOptions & { readonly actions: readonly object[]; readonly renotify: boolean } = {
      ...{ tag, body, data: page, actions, requireInteraction: true, icon: '/icon-192.png' },
      renotify: shown?.data?.id !== page.id,
    }
    await worker.registration.showNotification(title, options)
  }

  const answers = [
    { action: 'acknowledge', title: 'Acknowledge' },
    { action: 'resolve', title: 'Resolve' },
  ]

  const kept = async () => (await caches.match('/-/shell')) ?? Response.error()
}
