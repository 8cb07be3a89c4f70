import { embedded } from './page.ts'

/** The browser's cache of the last pages, and of the document that shows them. See web/shell/kept-pages. */
export const keptPages = 'weft-pages'

let isForgotten = false

/** Whether this browser may keep pages: not on a device whose session ends with the browser, and not after signing out. */
export const keepsPages = (): boolean => embedded.keepsPages && !isForgotten && 'caches' in globalThis

/** Delete what is kept, and keep nothing until the next document: that may be another person's. */
export async function forgetPages(): Promise<void> {
  isForgotten = true
  // Pages without a secure connection have no such cache.
  await globalThis.caches?.delete(keptPages).catch(() => undefined)
}
