import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Logger } from 'pino'
import { ByteCache } from '#server/platform/caches/byte-cache.ts'
import { AnsweringThread } from './answering-thread.ts'
import type { Drawing, DrawQuestion } from './draw-worker.ts'

/** A drawing that takes longer is taken for hung, and its thread is ended. */
const hangsAfterMs = 5_000
/** A page waits for its drawing: without one, readers get it in two steps. Only a server that cannot keep up sends it without. */
const longestWaitMs = hangsAfterMs
/** The number of drawings that one thread completes in some seconds. */
const maxWaiting = 64
/** Most of the heap of the thread is garbage of the last pages. */
const heapLimitMb = 96
const nurseryMb = 8

export interface PageDrawing {
  /** Start the thread, while the data of the page are being read. */
  readonly wake: () => void
  /** Draw the first view of a page; null where that is impossible, and the browser draws the page. */
  readonly draw: (address: string, page: string, patienceMs?: number) => Promise<Drawing | null>
}

const drawings = new ByteCache<string, Drawing>({
  name: 'drawings',
  maxBytes: 8 * 1024 * 1024,
  sizeOf: ({ markup, place }, key) => 2 * (markup.length + place.length + key.length),
  livesMs: 30_000,
})

/**
 * Draw pages in a thread of their own. A drawing is kept by everything that it shows, the reader included, so that no reader gets
 * that of another; its time of serving changes twice a minute (`drawnForMs`).
 *
 * @param folder  of the built web
 * @returns null where the build has no drawing
 */
export function startDrawing(folder: string, log: Pick<Logger, 'warn'>): PageDrawing | null {
  const module = join(folder, 'drawing/draw.js')
  if (!existsSync(module)) return null
  const thread = new AnsweringThread<DrawQuestion, Drawing | null>({
    module: new URL('./draw-worker.ts', import.meta.url),
    workerData: pathToFileURL(module).href,
    heapLimitMb,
    nurseryMb,
    hangsAfterMs,
    maxWaiting,
    words: {
      failed: 'a page could not be drawn',
      hung: 'drawing a page took too long',
      threadFailed: 'the thread that draws pages has failed',
    },
    log,
  })
  const underWay = new Map<string, Promise<Drawing | null>>()
  const draw = async (key: string, address: string, page: string) => {
    const made = await thread.ask({ address, page }, address).finally(() => underWay.delete(key))
    // Even when it is too late for this request.
    if (made !== null) drawings.set(key, made)
    return made
  }
  return {
    wake: () => void thread.wake(),
    draw: async (address, page, patienceMs = longestWaitMs) => {
      const key = createHash('sha1').update(address).update('\0').update(page).digest('base64')
      const known = drawings.get(key)
      if (known !== undefined) return known
      const drawing = underWay.get(key) ?? draw(key, address, page)
      underWay.set(key, drawing)
      return within(patienceMs, drawing)
    },
  }
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>(resolve => {
    timer = setTimeout(() => resolve(null), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
