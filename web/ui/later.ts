import { type ComponentType, lazy } from 'react'

const againMs = 3_000

/**
 * A part that is loaded when it is first shown. A network that is away is waited for: what stands in the part's place
 * stays until then, and nothing is thrown.
 */
export const later = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await patiently(load) }))

async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      // Without a network only the module could fail to come; with one it is a fault of the page.
      if (navigator.onLine && !isUnloaded(error)) throw error
      await new Promise<void>(resolve => {
        setTimeout(resolve, againMs)
        window.addEventListener('online', () => resolve(), { once: true })
      })
    }
  }
}

/** The browsers' words for a module that did not come. */
export const isUnloaded = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script failed|preload CSS/i.test(error.message)
