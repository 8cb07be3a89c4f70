import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Logger } from 'pino'
import { AnsweringThread } from './answering-thread.ts'
import type { Drawing, DrawQuestion } from './draw-worker.ts'

/** A drawing that takes longer is taken for hung, and its thread is ended. */
const hangsAfterMs = 5_000
/** A page waits for its drawing, since readers get it in two steps without one: so many take a thread a few seconds. */
const maxWaiting = 512
/** Most of the heap of a thread is garbage of the last pages. */
const heapLimitMb = 96
const nurseryMb = 8
/** Requests take about as long as the drawings of their pages: on two cores, one thread keeps up with the event loop. */
const threadCount = availableParallelism() > 2 ? 2 : 1

export interface PageDrawing {
  /** Start a thread, while the data of the page are being read. */
  readonly wake: () => void
  /** Draw the first view of a page; null where that is impossible, and the browser draws the page. */
  readonly draw: (address: string, page: string) => Promise<Drawing | null>
}

/**
 * Draw pages in threads of their own.
 *
 * @param folder  of the built web
 * @returns null where the build has no drawing
 */
export function startDrawing(folder: string, log: Pick<Logger, 'warn'>, threads = threadCount): PageDrawing | null {
  const module = join(folder, 'drawing/draw.js')
  if (!existsSync(module)) return null
  const all = Array.from(
    { length: threads },
    () =>
      new AnsweringThread<DrawQuestion, Drawing | null>({
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
      }),
  )
  // The first of those with the shortest queue: further threads start only when it is busy.
  const next = () => all.reduce((best, each) => (each.waiting < best.waiting ? each : best))
  return {
    wake: () => void next().wake(),
    draw: (address, page) => next().ask({ address, page }, address),
  }
}
