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

interface Waiting<Answer> {
  /** The name of the thread in the log. */
  readonly path: string
  readonly settle: (answer: ThreadAnswer<Answer> | null) => void
}

/** A thread that answers questions one after the other, started when it is needed and ended when it hangs or rests. */
export class AnsweringThread<Question, Answer> {
  readonly #options: ThreadOptions
  /** The questions in the order in which they are answered. */
  readonly #waiting = new Map<number, Waiting<Answer>>()
  #worker: Worker | null = null
  #timer: NodeJS.Timeout | undefined
  #last = 0

  constructor(options: ThreadOptions) {
    this.#options = options
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
      this.#waiting.set(id, { path, settle })
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
    worker.on('message', (answer: ThreadAnswer<Answer>) => {
      this.#waiting.get(answer.id)?.settle(answer)
      this.#waiting.delete(answer.id)
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
    this.#timer = setTimeout(() => {
      log.warn({ path: current.path }, words.hung)
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

/** Search texts and tokens stay out of the log. */
const pathOf = (address: string): string => address.replace(/\?.*/s, '')
