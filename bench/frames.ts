import { type Browser, chromium, type Page } from '@playwright/test'
import pg from 'pg'
import { chromiumArguments, findChromium } from '../tools/chromium.ts'
import { flatEntries, longFileLines, type SeededCode, wideFiles } from './code.ts'
import type { Dataset } from './seed.ts'
import { mainThreads, type TraceEvent, tasksOf, traced } from './trace.ts'
import { signIn } from './traffic.ts'

/** Processor time of the page's main thread, in ms: what it takes for each frame while the page scrolls. */
export interface Frames {
  readonly name: string
  /** From the request on, until the page has all its elements. */
  readonly openMs: number
  /** The longest task until then. */
  readonly openTask: number
  readonly frames: number
  readonly p50: number
  readonly p95: number
  readonly max: number
  /** The longest task while it scrolls. */
  readonly task: number
}

interface Shown {
  readonly name: string
  readonly path: string
  /** A text that the page shows once it is there. */
  readonly text: string
  /** Of what scrolls; the window where it is left out. */
  readonly scroller?: string
  /** In place of the page at the path. */
  readonly content?: string
}

/** What the browser itself takes for as many lines: everything it does is slower while others use the machine. */
const plainRows: Shown = {
  name: 'plain lines, for comparison',
  path: '',
  text: 'line 3 ',
  content: `<!doctype html><pre style="line-height: 20px">${Array.from({ length: 1_500 }, (_, line) => `<div>export const value = 'file, line ${line} of many'</div>`).join('')}</pre>`,
}

/** A page is scrolled in so many steps at most, and by so many pixels at least. */
const mostSteps = 600
const leastStep = 120
const comments = 5_000
const restMs = 1_000
const categories = ['toplevel', 'blink.user_timing']
const longestMs = 120_000
/** Where each frame takes long, fewer of them are measured. */
const longestScrollMs = 60_000

/** Give an issue a long discussion. @returns its number */
export async function seedComments(connectionString: string, { projectId }: Dataset): Promise<number> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      `with issue as (select id from issuables where namespace_id = $1 and series = 'issue' and iid = 2),
         body as (select 'The **shuttle** carries the weft through the warp, again and again, until the cloth is long enough. ' as text),
         made as (insert into notes (namespace_id, issuable_id, discussion_id, type, author_id, body, body_html, resolvable, created_at, updated_at)
           select $1, issue.id, encode(substring(sha256(('comment' || n)::bytea) from 1 for 20), 'hex'), 'DiscussionNote', (select min(id) from users where username = 'member1'),
             repeat(text, 3), '<p>' || repeat(text, 3) || '</p>', true, now() - ($2::int - n) * interval '1 minute', now() - ($2::int - n) * interval '1 minute'
           from issue, body, generate_series(1, $2::int) n)
       update issuables i set notes_count = $2 from issue where i.id = issue.id returning i.id`,
      [projectId, comments],
    )
    if (rows.length !== 1) throw new Error('The issue is missing')
    return 2
  } finally {
    await client.end()
  }
}

interface LongPages {
  readonly code: SeededCode
  /** Files in the repository. */
  readonly files: number
  /** The iid of the issue with many comments. */
  readonly iid: number
  /** Only pages whose names contain this. */
  readonly only?: string | undefined
}

/** Scroll through the longest pages, sixty steps a second. */
export async function* measureFrames(
  origin: string,
  data: Dataset,
  { code: { commit }, files, iid, only = '' }: LongPages,
): AsyncGenerator<Frames> {
  const at = `/${data.fullPath}/-`
  const pages: readonly Shown[] = [
    plainRows,
    { name: 'commit of 100 files', path: `${at}/commit/${commit}`, text: 'Change many' },
    { name: 'merge request of 100 files', path: `${at}/merge_requests/1/diffs`, text: 'Change many' },
    { name: `commit of ${wideFiles(files)} files`, path: `${at}/commit/wide`, text: 'Change many' },
    { name: `file of ${longFileLines} lines`, path: `${at}/blob/long/long.txt`, text: 'Long line 9' },
    { name: `issue of ${comments} comments`, path: `${at}/issues/${iid}`, text: 'through the warp' },
    {
      name: `Web IDE, folder of ${flatEntries} files`,
      path: `${at}/ide/long/flat`,
      text: 'file-1000.txt',
      scroller: 'nav[aria-label="Files"]',
    },
  ]
  const program = findChromium()
  if (program === null) throw new Error('Chromium is not installed')
  const browser = await chromium.launch({ executablePath: program, args: chromiumArguments() })
  try {
    const cookies = cookiesFor(origin, await signIn(origin, data))
    for (const page of pages.filter(page => page === plainRows || page.name.includes(only)))
      yield await measurePage(browser, origin, cookies, page)
  } finally {
    await browser.close()
  }
}

const cookiesFor = (origin: string, header: string) =>
  header.split('; ').map(pair => {
    const [name = '', ...value] = pair.split('=')
    return { name, value: value.join('='), url: origin }
  })

async function measurePage(
  browser: Browser,
  origin: string,
  cookies: ReturnType<typeof cookiesFor>,
  { name, path, text, scroller, content }: Shown,
): Promise<Frames> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addCookies(cookies)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  try {
    const start = performance.now()
    const opening = await traced(session, categories, async () => {
      if (content === undefined) await page.goto(origin + path, { timeout: longestMs, waitUntil: 'domcontentloaded' })
      else await page.setContent(content)
      await page.getByText(text).first().waitFor({ state: 'attached', timeout: longestMs })
      await untilAtRest(page)
    })
    const openMs = performance.now() - start - restMs
    const events = await traced(session, categories, () => scroll(page, scroller ?? null))
    const { work, task } = workOf(events)
    // The last mark begins no whole frame.
    const sorted = work.slice(1, -1).sort((a, b) => a - b)
    const share = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
    return {
      ...{ name, openMs, openTask: workOf(opening).task },
      ...{ frames: sorted.length, p50: share(0.5), p95: share(0.95), max: share(1), task },
    }
  } finally {
    await context.close()
  }
}

/** Wait until the page has grown no more for a while; one that goes on growing is scrolled all the same. */
async function untilAtRest(page: Page): Promise<void> {
  await page.evaluate(
    ({ restMs, longestMs }) =>
      new Promise<void>(resolve => {
        let size = 0
        const startMs = performance.now()
        let sinceMs = startMs
        const look = () => {
          const now = document.getElementsByTagName('*').length
          if (now !== size) sinceMs = performance.now()
          size = now
          const nowMs = performance.now()
          if (nowMs - sinceMs >= restMs || nowMs - startMs >= longestMs) resolve()
          else setTimeout(look, 50)
        }
        look()
      }),
    { restMs, longestMs },
  )
}

/** Scroll from the top towards the bottom, a step a frame; a page that grows meanwhile is followed. */
async function scroll(page: Page, scroller: string | null): Promise<void> {
  const last = await page.evaluate(
    ({ scroller, mostSteps, leastStep, longestScrollMs }) =>
      new Promise<number>(resolve => {
        const element = scroller === null ? document.scrollingElement : document.querySelector(scroller)
        if (element === null) return resolve(-1)
        const size = Math.max(leastStep, Math.ceil(element.scrollHeight / mostSteps))
        let steps = 0
        const start = performance.now()
        const step = () => {
          performance.mark('weft-frame')
          const before = element.scrollTop
          element.scrollTop += size
          steps += 1
          const isLong = performance.now() - start > longestScrollMs
          if (element.scrollTop === before || steps > mostSteps || isLong) resolve(steps)
          else requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      }),
    { scroller, mostSteps, leastStep, longestScrollMs },
  )
  if (last < 3) throw new Error(`Nothing scrolls: ${await page.title()}`)
}

/** Processor time of the tasks of the main thread between two frames, and of the longest task, in ms. */
function workOf(events: readonly TraceEvent[]): { readonly work: number[]; readonly task: number } {
  const tasks = tasksOf(events, mainThreads)
  const starts = events
    .filter(({ name }) => name === 'weft-frame')
    .map(({ ts }) => ts)
    .sort((a, b) => a - b)
  const work = starts.map(() => 0)
  let frame = -1
  for (const { ts, tdur = 0 } of tasks.toSorted((a, b) => a.ts - b.ts)) {
    while (frame + 1 < starts.length && (starts[frame + 1] ?? 0) <= ts) frame += 1
    if (frame >= 0) work[frame] = (work[frame] ?? 0) + tdur / 1_000
  }
  return { work, task: Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1_000)) }
}
