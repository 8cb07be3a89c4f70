import type pg from 'pg'
import { isDatabaseAway } from './away.ts'
import { retried } from './retry.ts'
import { type Row, RowQuery, type Statement } from './row-query.ts'

interface PendingStatement extends Statement {
  readonly resolve: (rows: readonly Row[]) => void
  readonly reject: (error: unknown) => void
}

/**
 * Pipelines statements: those issued in one turn of the event loop are sent together over one connection. That saves round trips,
 * and fewer PostgreSQL processes with warmer caches do the work.
 *
 * PostgreSQL answers them one after the other, so only quick statements may be pipelined; others go by themselves.
 */
export class Pipeline {
  readonly #pool: pg.Pool
  readonly #nameOf: (text: string) => string | null
  readonly #types: pg.CustomTypesConfig
  #pending: PendingStatement[] = []
  static readonly #maxStatements = 8

  /**
   * @param pool  its connections send statements without waiting for earlier replies (`pipeline`)
   * @param nameOf  the name under which a statement is prepared; null to send its text each time
   * @param types  how values are read
   */
  constructor(pool: pg.Pool, nameOf: (text: string) => string | null, types: pg.CustomTypesConfig) {
    this.#pool = pool
    this.#nameOf = nameOf
    this.#types = types
  }

  /** Run one statement outside of a transaction. */
  run(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    return retried(() => this.#ask(text, values))
  }

  /** Run one statement outside of a transaction that others should not wait for. */
  runAlone(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    return retried(
      () =>
        new Promise((resolve, reject) => {
          this.#send([{ name: this.#nameOf(text), text, values, resolve, reject }])
        }),
    )
  }

  #ask(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      if (this.#pending.length === 0) setImmediate(() => this.#flush())
      this.#pending.push({ name: this.#nameOf(text), text, values, resolve, reject })
    })
  }

  #flush(): void {
    const waiting = this.#pending
    this.#pending = []
    for (let start = 0; start < waiting.length; start += Pipeline.#maxStatements)
      this.#send(waiting.slice(start, start + Pipeline.#maxStatements))
  }

  #send(asked: readonly PendingStatement[]): void {
    this.#pool.connect((error, client, release) => {
      if (error !== undefined || client === undefined) {
        for (const each of asked) each.reject(error)
        return
      }
      let open = asked.length
      let isAway = false
      // One system call sends all statements.
      client.connection.stream.cork()
      for (const each of asked) {
        const query: RowQuery = new RowQuery(each, this.#types, failure => {
          open -= 1
          isAway ||= isDatabaseAway(failure)
          if (open === 0) release(isAway)
          if (failure) each.reject(failure)
          else each.resolve(query.found)
        })
        client.query(query)
      }
      client.connection.stream.uncork()
    })
  }
}
