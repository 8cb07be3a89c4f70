import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What of the page as it stands is a barrier, as far as a machine can tell: the rule and the elements. The dark theme differs from the
 * light one in its colours alone, so there only contrast is looked at.
 */
export async function violations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(async () => {
    // The script above has put it there.
    const { axe } = window as unknown as {
      axe: {
        run(options: object): Promise<{ violations: { id: string; nodes: { html: string; target: string[] }[] }[] }>
      }
    }
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches
    const { violations } = await axe.run({
      resultTypes: ['violations'],
      ...(isDark ? { runOnly: ['color-contrast'] } : { rules: { 'target-size': { enabled: true } } }),
    })
    // A dense row has 44 px for a title, which takes the press of the whole row, and labels, which the filter above offers as well.
    const isDense = (target: readonly string[]) => document.querySelector(target.join(' '))?.closest('[data-density]')
    return violations.flatMap(({ id, nodes }) => {
      const found = id === 'target-size' ? nodes.filter(node => !isDense(node.target)) : nodes
      return found.length === 0 ? [] : [`${id}: ${found.map(node => node.html).join(' ')}`]
    })
  })
}

interface Look {
  readonly width: number
  readonly colorScheme: 'light' | 'dark'
}

/** Both colours at each width: for pictures. */
export const looksAt = (...widths: readonly number[]): readonly Look[] =>
  widths.flatMap(width => (['light', 'dark'] as const).map(colorScheme => ({ width, colorScheme })))

// The colours of a narrow page are those of the wide one.
const checked: readonly Look[] = [...looksAt(1280), { width: 360, colorScheme: 'light' }]

// Between them, and beyond, a page can only be too wide.
const unchecked: readonly Look[] = [768, 2560].map(width => ({ width, colorScheme: 'light' }))

/** No barrier, and nothing wider than the window, be it wide or narrow, light or dark. @param what  names the page when it fails */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await inEachLook(page, checked, async look => {
    const found = await violations(page)
    expect({ violations: found, isTooWide: await isTooWide(page) }, `${what}, ${look}`).toEqual({
      violations: [],
      isTooWide: false,
    })
  })
  await inEachLook(page, unchecked, async look => {
    expect(await isTooWide(page), `${what}, ${look}: wider than the window`).toBe(false)
  })
}

const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth > clientWidth
  })

/** The page as it stands, in some looks, without loading it again. */
export async function inEachLook(
  page: Page,
  looks: readonly Look[],
  act: (look: string) => Promise<unknown>,
): Promise<void> {
  const before = page.viewportSize()
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Colours go over into the others. What follows a scroll position never ends.
    await page.evaluate(() => {
      const timed = document.getAnimations().filter(each => each.timeline === document.timeline)
      return Promise.allSettled(timed.map(each => each.finished))
    })
    await act(`${colorScheme}-${width}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (before !== null) await page.setViewportSize(before)
}
