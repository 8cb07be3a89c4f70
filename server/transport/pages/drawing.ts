import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { ByteCache } from '#server/platform/caches/byte-cache.ts'
import type { DrawAnswer, Drawing, DrawQuestion } from './draw-worker.ts'

/** A drawing that takes longer is taken for hung, and its thread is ended. */
const hangsAfterMs = 5_000
/** A page waits for its drawing: without one, readers get it in two steps. Only a server that cannot keep up sends it without. */
const longestWaitMs = hangsAfterMs
/** As many as one thread draws in some seconds. */
const maxWaiting = 64
/** A site without visitors keeps no thread. */
const idleMs = 5 * 60_000
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
  const thread = new DrawThread(module, log)
  const underWay = new Map<string, Promise<Drawing | null>>()
  const draw = async (key: string, address: string, page: string) => {
    const made = await thread.draw(address, page).finally(() => underWay.delete(key))
    // Even when it is too late for this request.
    if (made !== null) drawings.set(key, made)
    return made
  }
  return {
    wake: () => thread.wake(),
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

/** What people searched for, and tokens, stay out of the log. */
const pathOf = (address: string): string => address.replace(/\?.*/s, '')

interface Waiting {
  readonly address: string
  readonly settle: (answer: DrawAnswer | null) => void
}

class DrawThread {
  readonly #module: string
  readonly #log: Pick<Logger, 'warn'>
  /** In the order in which they are drawn. */
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | null = null
  #timer: NodeJS.Timeout | undefined
  #last = 0

  constructor(module: string, log: Pick<Logger, 'warn'>) {
    this.#module = module
    this.#log = log
  }

  wake(): Worker {
    if (this.#worker !== null) return this.#worker
    const worker = this.#start()
    this.#worker = worker
    this.#watch(worker)
    return worker
  }

  async draw(address: string, page: string): Promise<Drawing | null> {
    if (this.#waiting.size >= maxWaiting) return null
    const worker = this.wake()
    this.#last += 1
    const question: DrawQuestion = { id: this.#last, address, page }
    const answer = await new Promise<DrawAnswer | null>(settle => {
      this.#waiting.set(question.id, { address, settle })
      if (this.#waiting.size === 1) this.#watch(worker)
      worker.postMessage(question)
    })
    if (answer === null) return null
    if (answer.ok) return answer.drawing
    this.#log.warn({ path: pathOf(address), error: answer.error }, 'a page could not be drawn')
    return null
  }

  #start(): Worker {
    const worker = new Worker(new URL('./draw-worker.ts', import.meta.url), {
      workerData: pathToFileURL(this.#module).href,
      resourceLimits: { maxOldGenerationSizeMb: heapLimitMb, maxYoungGenerationSizeMb: nurseryMb },
    })
    worker.unref()
    worker.on('message', (answer: DrawAnswer) => {
      this.#waiting.get(answer.id)?.settle(answer)
      this.#waiting.delete(answer.id)
      this.#watch(worker)
    })
    worker.on('error', error => {
      this.#log.warn({ err: error }, 'the thread that draws pages has failed')
      this.#end(worker)
    })
    worker.on('exit', () => this.#end(worker))
    return worker
  }

  /** End the thread if the page that it is drawing now hangs, or if it has had nothing to draw for long. */
  #watch(worker: Worker): void {
    clearTimeout(this.#timer)
    const [drawn] = this.#waiting.values()
    if (drawn === undefined) {
      this.#timer = setTimeout(() => this.#end(worker), idleMs).unref()
      return
    }
    this.#timer = setTimeout(() => {
      this.#log.warn({ path: pathOf(drawn.address) }, 'drawing a page took too long')
      this.#end(worker)
    }, hangsAfterMs)
  }

  #end(worker: Worker): void {
    if (this.#worker !== worker) return
    this.#worker = null
    clearTimeout(this.#timer)
    void worker.terminate()
    for (const { settle } of this.#waiting.values()) settle(null)
    this.#waiting.clear()
  }
}
