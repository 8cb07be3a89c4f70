import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What of the page as it stands is a barrier, as far as a machine can tell: the rule and the elements. The dark theme differs from the
 * light one in its colours alone, so there only contrast is looked at.
 */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    // The script above has put it there.
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches
    const { violations } = await axe.run(isDark ? { runOnly: ['color-contrast'] } : {})
    return violations.map(each => `${each.id}: ${each.nodes.map(node => node.html).join(' ')}`)
  })
}

/** No barrier, and nothing wider than the window, be it wide or narrow. @param what  names the page when it fails */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    const found = await violations(page)
    const isTooWide = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth > clientWidth
    })
    expect({ violations: found, isTooWide }, `${what} at ${width}`).toEqual({ violations: [], isTooWide: false })
  }
}
