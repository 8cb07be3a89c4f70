import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'

/** A question to a thread: the thread answers with the same id. */
export interface ThreadQuestion<Question> {
  readonly id: number
  readonly question: Question
}

export type ThreadAnswer<Answer> =
  | { readonly id: number; readonly ok: true; readonly answer: Answer }
  | { readonly id: number; readonly ok: false; readonly error: string }

/** Sent by a thread that has read its modules, and can answer. */
export const threadIsReady = 'ready'

interface ThreadOptions {
  readonly module: URL
  readonly workerData?: unknown
  readonly heapLimitMb: number
  readonly nurseryMb: number
  /** A question that takes longer is taken for hung, and the thread is ended. */
  readonly hangsAfterMs: number
  /** Questions that wait at most; others are refused at once. */
  readonly maxWaiting: number
  /** Sentences for the log. */
  readonly words: { readonly failed: string; readonly hung: string; readonly threadFailed: string }
  readonly log: Pick<Logger, 'warn'>
}

/** A site without visitors keeps no thread. */
const idleMs = 5 * 60_000
/** A thread takes half a second to read its modules, and much longer on a machine that is busy. */
const startsWithinMs = 30_000

interface Waiting<Question, Answer> {
  readonly question: Question
  /** The name of the question in the log. */
  readonly path: string
  readonly settle: (answer: ThreadAnswer<Answer> | null) => void
}

/**
 * A thread that answers questions one after the other, started when it is needed and ended when it hangs or rests. A question that ends
 * it is not answered; those that wait behind it are, by the next thread.
 */
export class AnsweringThread<Question, Answer> {
  readonly #options: ThreadOptions
  /** The questions in the order in which they are answered. */
  readonly #waiting = new Map<number, Waiting<Question, Answer>>()
  #worker: Worker | null = null
  #isReady = false
  #timer: NodeJS.Timeout | undefined
  #last = 0

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  /** The number of questions that are not answered yet. */
  get waiting(): number {
    return this.#waiting.size
  }

  wake(): Worker {
    if (this.#worker !== null) return this.#worker
    const worker = this.#start()
    this.#worker = worker
    this.#watch(worker)
    return worker
  }

  /**
   * @param address  for the log, which does not show its query
   * @returns null where too many wait, or the thread cannot answer
   */
  async ask(question: Question, address: string): Promise<Answer | null> {
    const { maxWaiting, log, words } = this.#options
    if (this.#waiting.size >= maxWaiting) return null
    const worker = this.wake()
    this.#last += 1
    const id = this.#last
    const path = pathOf(address)
    const answered = await new Promise<ThreadAnswer<Answer> | null>(settle => {
      this.#waiting.set(id, { question, path, settle })
      if (this.#waiting.size === 1) this.#watch(worker)
      worker.postMessage({ id, question } satisfies ThreadQuestion<Question>)
    })
    if (answered === null) return null
    if (answered.ok) return answered.answer
    log.warn({ path, error: answered.error }, words.failed)
    return null
  }

  #start(): Worker {
    const { module, workerData, heapLimitMb, nurseryMb, log, words } = this.#options
    const worker = new Worker(module, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: heapLimitMb, maxYoungGenerationSizeMb: nurseryMb },
    })
    worker.unref()
    worker.on('message', (message: ThreadAnswer<Answer> | typeof threadIsReady) => {
      if (message === threadIsReady) this.#isReady = true
      else {
        this.#waiting.get(message.id)?.settle(message)
        this.#waiting.delete(message.id)
      }
      this.#watch(worker)
    })
    worker.on('error', error => {
      log.warn({ err: error }, words.threadFailed)
      this.#end(worker)
    })
    worker.on('exit', () => this.#end(worker))
    return worker
  }

  /** End the thread if its current work hangs, or if it has been idle for long. */
  #watch(worker: Worker): void {
    clearTimeout(this.#timer)
    const [current] = this.#waiting.values()
    if (current === undefined) {
      this.#timer = setTimeout(() => this.#end(worker), idleMs).unref()
      return
    }
    const { hangsAfterMs, log, words } = this.#options
    this.#timer = setTimeout(
      () => {
        log.warn({ path: current.path }, words.hung)
        this.#end(worker)
      },
      this.#isReady ? hangsAfterMs : startsWithinMs,
    )
  }

  #end(worker: Worker): void {
    if (this.#worker !== worker) return
    const wasReady = this.#isReady
    this.#worker = null
    this.#isReady = false
    clearTimeout(this.#timer)
    void worker.terminate()
    for (const [id, { settle }] of this.#waiting) {
      settle(null)
      this.#waiting.delete(id)
      // A thread that cannot start answers nothing.
      if (wasReady) break
    }
    if (this.#waiting.size === 0) return
    const next = this.wake()
    for (const [id, { question }] of this.#waiting)
      next.postMessage({ id, question } satisfies ThreadQuestion<Question>)
  }
}

/** Search texts and tokens stay out of the log. */
const pathOf = (address: string): string => address.replace(/\?.*/s, '')
