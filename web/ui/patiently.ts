import { dismissToasts, showToast } from './overlays/toasts.ts'

const againMs = 3_000

const notLoaded = 'Could not load this part of the page. Check your connection.'

/**
 * Load a module. Offline, it tells the reader and retries, and nothing is thrown. If the server is reachable and the module is
 * not, as after an upgrade, the page is reloaded, once.
 */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      const part = await load()
      if (failures > 0) dismissToasts(notLoaded)
      return part
    } catch (error) {
      // Offline, whatever failed is put down to the network; online, only a module that could not be fetched is.
      if (navigator.onLine && !isUnloaded(error)) throw error
      // The first failure may be a short interruption of the network.
      if (failures > 0 && (await isServerThere())) {
        if (!reloadOnce()) throw error
        await new Promise(() => undefined)
      }
      const waiting = new AbortController()
      await new Promise<void>(resolve => {
        if (failures === 0) showToast(notLoaded, { tone: 'danger', action: { label: 'Try again', run: resolve } })
        setTimeout(resolve, againMs)
        window.addEventListener('online', () => resolve(), { signal: waiting.signal })
      })
      waiting.abort()
    }
  }
}

const isServerThere = (): Promise<boolean> =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  )

const reloadKey = 'weft-reloaded'
const reloadAgainAfterMs = 60_000

/** @returns whether the page is being loaded again; false when that was tried a moment ago */
function reloadOnce(): boolean {
  if (Date.now() - Number(sessionStorage.getItem(reloadKey)) < reloadAgainAfterMs) return false
  sessionStorage.setItem(reloadKey, String(Date.now()))
  location.reload()
  return true
}

/** Whether a module could not be fetched, by the browsers' messages. */
export const isUnloaded = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script failed|preload CSS/i.test(error.message)
