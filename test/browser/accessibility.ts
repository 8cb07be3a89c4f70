import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Locator, type Page } from '@playwright/test'
import { isUnused } from './windows.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The accessibility barriers of the page as it is, as far as a machine can tell: the rule and the elements. The dark
 * theme differs from the light one only in its colors, so only contrast is checked there; a narrow page has the
 * elements of the wide one in other places.
 *
 * @param part  all that has changed since the page was looked at as a whole
 */
export async function violations(page: Page, part: Locator = page.locator('html')): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return part.evaluate(async element => {
    // The script above has put it there.
    const { axe } = window as unknown as {
      axe: {
        run(context: Element | Document, options: object): Promise<{ violations: { id: string; nodes: Node[] }[] }>
      }
    }
    interface Node {
      readonly html: string
      readonly target: string[]
      readonly any: {
        readonly data: { readonly messageKey?: string; readonly closestOffset?: number } | null
        readonly relatedNodes: { target: string[] }[]
      }[]
    }
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches
    const isNarrow = innerWidth < 1024
    const ofNarrow = ['target-size', 'scrollable-region-focusable', 'page-has-heading-one', 'landmark-one-main', 'list']
    const { violations } = await axe.run(element === document.documentElement ? document : element, {
      resultTypes: ['violations'],
      ...(isDark
        ? { runOnly: ['color-contrast'] }
        : isNarrow
          ? { runOnly: ofNarrow }
          : { rules: { 'target-size': { enabled: true } } }),
    })
    // A dense row has 44 px for a title, which takes the press of the whole row, and labels, which the filter above offers as well.
    const isDense = (target: readonly string[]) => document.querySelector(target.join(' '))?.closest('[data-density]')
    const isOnBar = (target: readonly string[]) => {
      for (let each = document.querySelector(target.join(' ')); each !== null; each = each.parentElement)
        if (/^(sticky|fixed)$/.test(getComputedStyle(each).position)) return true
      return false
    }
    // Half below a bar that stays, a button has half its size, and beside it, it is close to those of the bar: wherever the page is
    // scrolled to, some button may be there.
    const isBelowBar = ({ any }: Node) =>
      any.some(
        ({ data, relatedNodes }) =>
          (data?.messageKey === 'partiallyObscured' || data?.closestOffset !== undefined) &&
          relatedNodes.length > 0 &&
          relatedNodes.every(({ target }) => isOnBar(target)),
      )
    // The keys of a combobox scroll its options. Axe knows that only of a list box that scrolls by itself.
    const hasOptions = (target: readonly string[]) => {
      const list = document.querySelector(target.join(' '))?.querySelector('[role="listbox"]')
      return list && document.querySelector(`[role="combobox"][aria-controls="${list.id}"]`)
    }
    return violations.flatMap(({ id, nodes }) => {
      const found = nodes.filter(node =>
        id === 'target-size'
          ? !isDense(node.target) && !isBelowBar(node)
          : id !== 'scrollable-region-focusable' || !hasOptions(node.target),
      )
      return found.length === 0 ? [] : [`${id}: ${found.map(node => node.html).join(' ')}`]
    })
  })
}

interface Look {
  readonly width: number
  readonly colorScheme: 'light' | 'dark'
}

/** Both color schemes at each width, for screenshots. */
export const looksAt = (...widths: readonly number[]): readonly Look[] =>
  widths.flatMap(width => (['light', 'dark'] as const).map(colorScheme => ({ width, colorScheme })))

// A tablet has the navigation beside the page, close to what can be pressed there.
const checked: readonly Look[] = [
  { width: 360, colorScheme: 'light' },
  { width: 768, colorScheme: 'light' },
  ...looksAt(1280),
]

// Beyond them, a page can only be too wide.
const unchecked: readonly Look[] = [{ width: 2560, colorScheme: 'light' }]

/**
 * No barrier, and nothing wider than the window, be it wide or narrow, light or dark.
 *
 * @param what  names the page when it fails
 * @param part  all that has changed since the page was looked at as a whole
 */
export async function expectAccessible(page: Page, what: string, part?: Locator): Promise<void> {
  await inEachLook(page, [...unchecked, ...checked], async (look, { width }) => {
    const isChecked = checked.some(each => each.width === width)
    // An element half below a sticky bar is a small target only until it is scrolled.
    await page.evaluate(() => scrollTo(0, 0))
    const found = { violations: isChecked ? await violations(page, part) : [], isTooWide: await isTooWide(page) }
    expect(found, `${what}, ${look}`).toEqual({ violations: [], isTooWide: false })
  })
}

/**
 * Open a page of the application from another one, as a link does: the document stays, and what looks at it. Its address has another
 * shape than the one before, so nothing of that page is kept.
 */
export async function visit(page: Page, path: string): Promise<void> {
  if (isUnused(page)) await page.goto(path)
  else {
    await page.evaluate(to => {
      for (const part of document.querySelectorAll('main > *')) part.setAttribute('data-former', '')
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await expect(page.locator('main > [data-former]')).toHaveCount(0)
  }
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await expect(page.getByRole('main').getByText('Loading')).toHaveCount(0)
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
  act: (name: string, look: Look) => Promise<unknown>,
): Promise<void> {
  const before = page.viewportSize()
  let current: Partial<Look> = {}
  for (const look of looks) {
    const { width, colorScheme } = look
    if (width !== current.width) await page.setViewportSize({ width, height: 800 })
    if (colorScheme !== current.colorScheme) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // Colors change in transitions. An animation that follows the scroll position never ends.
      await page.evaluate(() => {
        const timed = document.getAnimations().filter(each => each.timeline === document.timeline)
        return Promise.allSettled(timed.map(each => each.finished))
      })
    }
    current = look
    await act(`${colorScheme}-${width}`, look)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (before !== null) await page.setViewportSize(before)
}
