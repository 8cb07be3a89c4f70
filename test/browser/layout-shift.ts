import type { Page } from '@playwright/test'

/** A telephone, a tablet, a small and a large window. */
export const viewports = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
] as const

declare global {
  interface Window {
    shiftedBy: number
  }
}

/** Sum up in each page of the tab how far things move by themselves. */
export async function watchShift(page: Page) {
  await page.addInitScript(() => {
    window.shiftedBy = 0
    new PerformanceObserver(list => {
      // The browser's own entries for this kind have these.
      const entries = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
      // A change of the window's size counts as input.
      for (const { value, hadRecentInput } of entries) if (!hadRecentInput) window.shiftedBy += value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    page.evaluate(async () => {
      await new Promise(resolve => requestIdleCallback(resolve))
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      return window.shiftedBy
    })
}
