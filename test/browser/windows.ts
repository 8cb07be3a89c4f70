import type { Browser, BrowserContext, Page } from '@playwright/test'

/** The window that every journey gets where it asks for no other. */
const asOrdered = {
  colorScheme: 'light',
  reducedMotion: 'reduce',
  media: null,
  forcedColors: null,
  contrast: null,
} as const
const size = { width: 1280, height: 800 }

interface Shelf {
  readonly idle: BrowserContext[]
  readonly lent: Set<BrowserContext>
}

/** A small answer of the same server: its process and its storage stay. */
const cleanAddress = '/-/session'

const shelves = new WeakMap<Browser, Shelf>()

function shelfOf(browser: Browser): Shelf {
  const found = shelves.get(browser) ?? { idle: [], lent: new Set() }
  shelves.set(browser, found)
  return found
}

/**
 * A browser window without a session or stored data, used by one test after another. Its process has read and compiled
 * the scripts of the pages: the next page costs half as much as in a new one.
 */
export async function lendContext(browser: Browser, baseURL: string): Promise<BrowserContext> {
  const { idle, lent } = shelfOf(browser)
  const context = idle.pop() ?? (await browser.newContext({ baseURL }))
  lent.add(context)
  return context
}

/** A page of a window that shows nothing yet: the one that a lent window has, and then new ones. */
export async function pageIn(context: BrowserContext): Promise<Page> {
  return context.pages().find(isUnused) ?? (await context.newPage())
}

/** Whether nothing was opened in a page since it was created or cleaned. */
export const isUnused = (page: Page): boolean => page.url() === 'about:blank' || page.url().endsWith(cleanAddress)

/** The contexts that are open, to tell which ones a test has opened. */
export const openContexts = (browser: Browser): ReadonlySet<BrowserContext> => {
  const { idle } = shelfOf(browser)
  return new Set(browser.contexts().filter(context => !idle.includes(context)))
}

/** Close what has been opened since; keep what was lent and can be used again. */
export async function tidyContexts(
  browser: Browser,
  before: ReadonlySet<BrowserContext>,
  hasPassed: boolean,
): Promise<void> {
  const { idle, lent } = shelfOf(browser)
  const opened = [...openContexts(browser)].filter(context => !before.has(context))
  await Promise.all(
    opened.map(async context => {
      const isClean = lent.delete(context) && hasPassed && (await clean(context).catch(() => false))
      if (isClean) idle.push(context)
      else await context.close()
    }),
  )
}

// Listeners are removed by event: those that Playwright itself waits with, as for the end of a context, have to stay.
const heard = ['console', 'dialog', 'download', 'framenavigated', 'pageerror', 'popup', 'request', 'requestfailed']
const heardOfAnswers = ['requestfinished', 'response', 'websocket']

/** @returns whether the window is as a new one */
async function clean(context: BrowserContext): Promise<boolean> {
  const [page, ...others] = context.pages()
  if (page === undefined) return false
  await Promise.all(others.map(other => other.close()))
  for (const each of [page, context]) {
    for (const event of [...heard, ...heardOfAnswers]) each.removeAllListeners(event)
    await each.unrouteAll({ behavior: 'ignoreErrors' })
  }
  // A page with an unsaved text asks whether to leave it.
  page.on('dialog', dialog => void dialog.accept())
  await context.setOffline(false)
  await page.goto(cleanAddress)
  if (await page.evaluate(forgetAll)) return false
  await Promise.all([context.clearCookies(), context.clearPermissions(), page.emulateMedia(asOrdered)])
  await page.setViewportSize(size)
  await forgetHistory(context, page)
  page.removeAllListeners('dialog')
  return true
}

/** @returns whether the clock of the page is not that of the machine */
function forgetAll(): boolean {
  localStorage.clear()
  sessionStorage.clear()
  return '__pwClock' in window
}

async function forgetHistory(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Page.resetNavigationHistory')
  await session.detach()
}

/** Wait until a page is hydrated: before that, presses are held back, and typed text waits. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => window.nextEarlyEvent === undefined)
}
