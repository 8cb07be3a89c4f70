import { CallError } from '#web/api/client.ts'
import { forgetPages, keepsPages, keptPages } from '#web/api/kept-pages.ts'
import { viewerId } from '#web/api/page.ts'
import { openOperation } from '#web/api/page-access.ts'
import { queryClient } from '#web/api/query.ts'
import { isReached } from '#web/api/reach.ts'
import { atRest } from '#web/ui/at-rest.ts'
import type { KeptPage } from './kept-page.ts'

/** The document without a page, which the service worker shows while the server is out of reach. */
const shellAddress = '/-/shell'
const shellLastsMs = 24 * 60 * 60 * 1000
const ownerHeader = 'x-weft-owner'
const mostPages = 50
/** Characters of one page's data: more would take too long to write. */
const mostCharacters = 2_000_000
/** The pause after the last data that arrived. */
const settledMs = 2_000
/**
 * Pages about signing in, the account and the installation: they are of no use offline, and must not be found there.
 */
const neverKept = /^\/(?:users|admin|-\/user_settings|-\/profile)(?:\/|$)/

/**
 * Keep the pages that are read, so that they can be read without a connection.
 *
 * @returns stops it
 */
export function keepPages(): () => void {
  if (!keepsPages()) {
    void forgetPages()
    return () => undefined
  }
  const stop = new AbortController()
  void begin(stop.signal).catch(() => undefined)
  return () => stop.abort()
}

async function begin(stop: AbortSignal): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register('/service-worker.js')
  await keepShell()
  let timer: ReturnType<typeof setTimeout> | undefined
  const keepSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => atRest(() => void keepPage().catch(() => undefined)), settledMs)
  }
  const unwatch = queryClient.getQueryCache().subscribe(event => {
    const isNews = event.type === 'updated' && (event.action.type === 'success' || event.action.type === 'error')
    if (isNews || event.type === 'observerAdded') keepSoon()
  })
  stop.addEventListener('abort', () => {
    unwatch()
    clearTimeout(timer)
  })
  keepSoon()
}

/** Pages that another person left are deleted. A document of an older build is replaced. */
async function keepShell(): Promise<void> {
  const owner = String(viewerId ?? 0)
  const known = await caches.match(shellAddress, { cacheName: keptPages })
  if (known?.headers.get(ownerHeader) === owner) {
    const isOld = Date.now() - Date.parse(known.headers.get('date') ?? '') > shellLastsMs
    const entry = document.querySelector('script[type=module][src]')?.getAttribute('src') ?? ''
    if (!isOld && (await known.text()).includes(entry)) return
  } else await caches.delete(keptPages)
  const response = await fetch(shellAddress, { credentials: 'same-origin', headers: { accept: 'text/html' } })
  if (!response.ok || !keepsPages()) return
  const headers = new Headers(response.headers)
  // The browser has undone it.
  headers.delete('content-encoding')
  headers.set(ownerHeader, owner)
  const cache = await caches.open(keptPages)
  await cache.put(shellAddress, new Response(await response.text(), { headers }))
}

async function keepPage(): Promise<void> {
  const { pathname, search } = window.location
  // A page shown offline keeps its age.
  if (!isReached() || neverKept.test(pathname)) return
  const replies = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state }) => state.status === 'success' })
    .map(({ queryKey, state }) => [queryKey, state.data] as const)
  if (!replies.some(([[name]]) => name === openOperation())) return forgetRefused(pathname + search)
  const page: KeptPage = { at: new Date().toISOString(), replies }
  const text = JSON.stringify(page)
  if (text.length > mostCharacters || !keepsPages()) return
  const cache = await caches.open(keptPages)
  // The cache lists the most recently kept page last.
  await cache.delete(pathname + search)
  await cache.put(pathname + search, new Response(text, { headers: { 'content-type': 'application/json' } }))
  const pages = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== shellAddress)
  await Promise.all(pages.slice(0, -mostPages).map(page => cache.delete(page)))
  // Signed out meanwhile.
  if (!keepsPages()) await forgetPages()
}

/** Delete what is kept of a page that the server no longer shows: it was deleted, or the reader has lost the right to it. */
async function forgetRefused(address: string): Promise<void> {
  const known = await caches.match(address, { cacheName: keptPages })
  if (known === undefined) return
  // Written by keepPage.
  const { replies }: KeptPage = await known.json()
  const isRefused = replies.some(([queryKey]) => {
    const error = queryClient.getQueryState(queryKey)?.error
    return error instanceof CallError && (error.status === 403 || error.status === 404)
  })
  if (isRefused) await (await caches.open(keptPages)).delete(address)
}
