import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { chromiumArguments, findChromium } from '../tools/chromium.ts'
import { type FirstView, readFirstView } from '../tools/first-view.ts'
import { check } from './measure.ts'
import { processorTimes } from './processor.ts'
import { type PageKind, pageKinds, type Site, type SitePage, targetOf } from './rivals.ts'
import { type Load, loadCategories, readLoad, restMark, traced } from './trace.ts'

/** A visit of a page, as a browser sees it. */
interface Visit extends Load {
  /** Until all rows, comments or files of the page are there. */
  readonly allMs: number
  readonly requests: number
  /** Bytes over the network, compressed as they come, with headers. */
  readonly bytes: Readonly<Record<ByteKind, number>>
  /** In the body when all is quiet. */
  readonly elementsAtRest: number
}

const byteKinds = ['document', 'script', 'styles', 'other'] as const
type ByteKind = (typeof byteKinds)[number]

/** What a site takes for one page: medians of several turns. */
export interface Paint {
  readonly site: string
  readonly first: Visit
  readonly second: Visit
  readonly view: FirstView
  /** Processor time for one document and what follows it, in ms. */
  readonly processor: { readonly server: number; readonly database: number } | null
}

const turns = 3
const documentsToCount = 50
/** Nothing comes over the network for so long. */
const quietMs = 2_000
const longestMs = 60_000
/** A slow line, in both directions. */
const wan = { latency: 40, downloadThroughput: 10_000_000 / 8, uploadThroughput: 10_000_000 / 8, offline: false }

/** Measure the pages of several sites in turns. @param isWan  over a slow line */
export async function* measurePaints(
  sites: readonly Site[],
  { isWan, only = '' }: { readonly isWan: boolean; readonly only?: string | undefined },
): AsyncGenerator<{ readonly kind: PageKind; readonly paints: readonly Paint[] }> {
  const program = findChromium()
  if (program === null) throw new Error('Chromium is not installed')
  const browser = await chromium.launch({ executablePath: program, args: chromiumArguments() })
  try {
    for (const kind of pageKinds.filter(kind => kind.includes(only))) {
      const shown = sites.flatMap(site => {
        const page = site.pages[kind]
        return page === undefined ? [] : [{ site, page, firsts: [] as Visit[], seconds: [] as Visit[] }]
      })
      // A server has made what it keeps.
      for (const { site, page } of shown) await check(`${site.name}, ${kind}`, targetOf(site, page))
      for (let turn = 0; turn < turns; turn += 1)
        for (const { site, page, firsts, seconds } of shown) {
          const [first, second] = await visitTwice(browser, site, page, isWan)
          firsts.push(first)
          seconds.push(second)
        }
      const paints: Paint[] = []
      for (const { site, page, firsts, seconds } of shown)
        paints.push({
          site: site.name,
          ...{ first: medianOf(firsts), second: medianOf(seconds) },
          view: await viewOf(browser, site, page),
          processor: await processorOf(site, page),
        })
      yield { kind, paints }
    }
  } finally {
    await browser.close()
  }
}

/** Visit a page with an empty cache, and once more. */
async function visitTwice(browser: Browser, site: Site, shown: SitePage, isWan: boolean): Promise<[Visit, Visit]> {
  const page = await openPage(browser, site)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  if (isWan) await session.send('Network.emulateNetworkConditions', wan)
  await page.addInitScript(watchMarks, { marks: shown.marks, all: shown.all })
  try {
    const first = await visit(page, session, site.origin + shown.path)
    await page.goto('about:blank')
    return [first, await visit(page, session, site.origin + shown.path)]
  } finally {
    await page.context().close()
  }
}

async function openPage(browser: Browser, { origin, cookie }: Site): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addCookies(
    cookie
      .split('; ')
      .filter(Boolean)
      .map(pair => {
        const [name = '', ...value] = pair.split('=')
        return { name, value: value.join('='), url: origin }
      }),
  )
  return await context.newPage()
}

/** In the page: remember when all is there. */
function watchMarks({ marks, all }: { readonly marks: string; readonly all: number }): void {
  const observer = new MutationObserver(() => {
    const found = document.querySelectorAll(marks)
    if (found.length < all) return
    // A row may have several links to the same page.
    const different = new Set(
      [...found].map((each, n) => each.getAttribute('href')?.replace(/#.*/, '') ?? (each.id || n)),
    )
    if (different.size < all) return
    observer.disconnect()
    performance.mark('bench-all')
  })
  observer.observe(document, { childList: true, subtree: true })
}

async function visit(page: Page, session: CDPSession, url: string): Promise<Visit> {
  const traffic = watchTraffic(session)
  let rest = { restMs: 0, allMs: 0, elementsAtRest: 0 }
  const events = await traced(session, loadCategories, async () => {
    await page.goto(url, { timeout: longestMs })
    await traffic.quiet()
    rest = await page.evaluate(
      mark =>
        new Promise<typeof rest>(resolve =>
          requestIdleCallback(() =>
            resolve({
              restMs: performance.mark(mark).startTime,
              allMs: performance.getEntriesByName('bench-all')[0]?.startTime ?? Number.NaN,
              elementsAtRest: document.body.querySelectorAll(':not(script, noscript)').length,
            }),
          ),
        ),
      restMark,
    )
  })
  if (Number.isNaN(rest.allMs)) throw new Error(`Not everything came: ${url}`)
  const { restMs, ...atRest } = rest
  return { ...readLoad(events, restMs), ...atRest, ...traffic.end() }
}

/** Count what comes over the network from now on. */
function watchTraffic(session: CDPSession) {
  const kinds = new Map<string, ByteKind>()
  const bytes: Record<ByteKind, number> = { document: 0, script: 0, styles: 0, other: 0 }
  let requests = 0
  let lastMs = performance.now()
  const send = () => {
    lastMs = performance.now()
  }
  const receive = ({ requestId, type, response }: Received) => {
    lastMs = performance.now()
    kinds.set(requestId, byteKindOf(type))
    if (!response.fromDiskCache && /^https?:/.test(response.url)) requests += 1
  }
  const finish = ({ requestId, encodedDataLength }: { requestId: string; encodedDataLength: number }) => {
    lastMs = performance.now()
    bytes[kinds.get(requestId) ?? 'other'] += encodedDataLength
  }
  session.on('Network.requestWillBeSent', send)
  session.on('Network.responseReceived', receive)
  session.on('Network.loadingFinished', finish)
  return {
    // The script of a shared worker never finishes.
    async quiet() {
      const startMs = performance.now()
      while (performance.now() - lastMs < quietMs && performance.now() - startMs < longestMs) await delay(100)
    },
    end() {
      session.off('Network.requestWillBeSent', send)
      session.off('Network.responseReceived', receive)
      session.off('Network.loadingFinished', finish)
      return { requests, bytes }
    },
  }
}

interface Received {
  readonly requestId: string
  readonly type: string
  readonly response: { readonly url: string; readonly fromDiskCache?: boolean }
}

const byteKindOf = (type: string): ByteKind =>
  type === 'Document' ? 'document' : type === 'Script' ? 'script' : type === 'Stylesheet' ? 'styles' : 'other'

async function viewOf(browser: Browser, site: Site, shown: SitePage): Promise<FirstView> {
  const page = await openPage(browser, site)
  try {
    await page.route(`${site.origin}/bench-empty`, route =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
    )
    await page.goto(`${site.origin}/bench-empty`)
    return await readFirstView(page, await check(site.name, targetOf(site, shown)))
  } finally {
    await page.context().close()
  }
}

/** The processor time of one document, by asking for many. */
export async function processorOf(site: Site, shown: SitePage): Promise<Paint['processor']> {
  if (site.processes === undefined) return null
  const { server, postmaster } = site.processes
  const target = targetOf(site, shown)
  const paths = [shown.path, ...(shown.others ?? [])]
  const ask = async (turn: number) => {
    await check(site.name, { ...target, path: paths[turn % paths.length] ?? '' })
    if (shown.followedBy !== undefined) await check(site.name, { ...target, path: shown.followedBy })
  }
  for (let turn = 0; turn < documentsToCount / 5; turn += 1) await ask(turn)
  const before = processorTimes(server, postmaster)
  for (let turn = 0; turn < documentsToCount; turn += 1) await ask(turn)
  const after = processorTimes(server, postmaster)
  const of = (whose: 'server' | 'git' | 'database') => (after[whose] - before[whose]) / documentsToCount
  return { server: of('server') + of('git'), database: of('database') }
}

/** The median of each number in the visits. */
function medianOf<T>(visits: readonly T[]): T {
  const [first] = visits
  if (typeof first === 'number')
    return (visits as readonly number[]).toSorted((a, b) => a - b)[Math.floor(visits.length / 2)] as T
  return Object.fromEntries(
    Object.keys(first as object).map(key => [key, medianOf(visits.map(visit => visit[key as keyof T]))]),
  ) as T
}
