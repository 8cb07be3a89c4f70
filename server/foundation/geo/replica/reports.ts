import type { Logger } from 'pino'
import { replicaBatch } from '#contract/foundation/geo/geo-replicas.ts'
import { programVersion } from '../program-version.ts'
import type { CopyingNode, Primary, SentReport } from './primary.ts'

export type CopyReport = SentReport['copies'][number]
type Removal = SentReport['removed'][number]

interface Told {
  readonly database: SentReport['database']
  readonly cursor: SentReport['cursor']
}

/** A report without news is sent so often. */
const heartbeatMs = 10_000
/** News is gathered for so long. */
const gatheredMs = 500

/** The reports to the primary, one after the other. News stays here until the primary has taken it. */
export class Reports {
  readonly #primary: Primary
  readonly #log: Logger
  readonly #told: () => Promise<Told>
  readonly #onNode: (node: CopyingNode, copies: readonly CopyReport[]) => void
  /** The latest report about each item that was not taken yet. */
  readonly #copies = new Map<string, CopyReport>()
  #removed: Removal[] = []
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | null = null
  #isStopped = false
  /** The reason why the last report did not arrive; null if it did. */
  failure: string | null = 'no report was sent yet'

  /**
   * @param parts.told  the state that each report tells
   * @param parts.onNode  called when a report has arrived, with the copies that it told of
   */
  constructor(parts: {
    readonly primary: Primary
    readonly log: Logger
    readonly told: () => Promise<Told>
    readonly onNode: (node: CopyingNode, copies: readonly CopyReport[]) => void
  }) {
    this.#primary = parts.primary
    this.#log = parts.log
    this.#told = parts.told
    this.#onNode = parts.onNode
  }

  /** So much news waits that copying should, too. */
  get isFull(): boolean {
    return this.#copies.size + this.#removed.length > 2 * replicaBatch.copies
  }

  add(copies: readonly CopyReport[], removed: readonly Removal[] = []): void {
    for (const copy of copies) {
      const key = `${copy.replicable} ${copy.itemId}`
      // A pending item is found again until the standby shows it.
      if (copy.state === 'pending' && this.#copies.has(key)) continue
      this.#copies.delete(key)
      this.#copies.set(key, copy)
    }
    this.#removed.push(...removed)
    if (copies.length + removed.length > 0) this.#plan(gatheredMs)
  }

  start(): void {
    this.#plan(0)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#sending
  }

  #plan(afterMs: number): void {
    if (this.#isStopped || this.#sending !== null) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#sending = this.#send().finally(() => {
        this.#sending = null
        const hasNews = this.failure === null && this.#copies.size + this.#removed.length > 0
        this.#plan(hasNews ? gatheredMs : heartbeatMs)
      })
    }, afterMs)
  }

  async #send(): Promise<void> {
    const taken = [...this.#copies].slice(0, replicaBatch.copies)
    const copies = taken.map(([, copy]) => copy)
    const removed = this.#removed.slice(0, replicaBatch.copies)
    try {
      const node = await this.#primary.report({ ...programVersion, ...(await this.#told()), copies, removed })
      for (const [key, copy] of taken) if (this.#copies.get(key) === copy) this.#copies.delete(key)
      this.#removed.splice(0, removed.length)
      if (this.failure !== null) this.#log.info({ node: node.name }, 'reporting to the primary')
      this.failure = null
      this.#onNode(node, copies)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (this.failure !== reason) this.#log.warn({ err: error }, 'the report did not reach the primary')
      this.failure = reason
    }
  }
}
