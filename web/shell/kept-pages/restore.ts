import { keepsPages, keptPages } from '#web/api/kept-pages.ts'
import { queryClient } from '#web/api/query.ts'
import { isReached, watchReach } from '#web/api/reach.ts'
import type { KeptPage } from './kept-page.ts'

/** The lifetime of a remembered session. */
const keptForMs = 30 * 24 * 60 * 60 * 1000

/** The pages that are shown as they were kept: when their data were read, by address. */
const restored = new Map<string, string>()
const listeners = new Set<() => void>()

const notify = () => {
  for (const listener of listeners) listener()
}

watchReach(() => {
  if (!isReached() || restored.size === 0) return
  restored.clear()
  notify()
  void queryClient.invalidateQueries()
})

/**
 * Fill in the data of a page as they were read last on this device.
 *
 * @param href  its path and query
 * @returns whether there are any
 */
export async function restorePage(href: string): Promise<boolean> {
  if (!keepsPages()) return false
  const address = href.replace(/#.*/s, '')
  const found = await caches.match(address, { cacheName: keptPages })
  if (found === undefined) return false
  // Written by keep.ts.
  const { at, replies }: KeptPage = await found.json()
  if (Date.now() - Date.parse(at) > keptForMs) return false
  for (const [key, data] of replies)
    if (queryClient.getQueryData(key) === undefined) queryClient.setQueryData(key, data)
  restored.set(address, at)
  notify()
  return true
}

/** The time at which the data of a restored page were read; null for a page from the server. */
export const restoredAt = (address: string): string | null => restored.get(address) ?? null

export function watchRestored(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
