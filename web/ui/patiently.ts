import { dismissToasts, showToast } from './overlays/toasts.ts'

const againMs = 3_000

const notLoaded = 'Could not load this part of the page. Check your connection.'

/**
 * Load a module. Offline, it says so and retries, and nothing is thrown. After an upgrade the module is gone: the page is loaded
 * again, once.
 */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      const part = await load()
      if (failures > 0) dismissToasts(notLoaded)
      return part
    } catch (error) {
      // Without a network only the module could fail to come; with one it is a fault of the page.
      if (navigator.onLine && !isUnloaded(error)) throw error
      // The first time, the network may have been away for a moment.
      if (failures > 0 && (await isServerThere())) {
        if (!reloadOnce()) throw error
        await new Promise(() => undefined)
      }
      await new Promise<void>(resolve => {
        if (failures === 0) showToast(notLoaded, { tone: 'danger', action: { label: 'Try again', run: resolve } })
        setTimeout(resolve, againMs)
        window.addEventListener('online', () => resolve(), { once: true })
      })
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

/** The browsers' words for a module that did not come. */
export const isUnloaded = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script failed|preload CSS/i.test(error.message)
