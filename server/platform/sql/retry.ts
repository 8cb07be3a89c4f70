import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { NotFound } from '#server/errors.ts'

/** PostgreSQL ended the transaction because of another one, not because of what it was asked to do. */
const transient: ReadonlySet<string> = new Set(['40P01', '40001'])
/** A row that the transaction refers to was deleted after it was read, or a row that it deletes was referred to. */
const foreignKeyViolation = '23503'

const attemptsAtMost = 6
const firstDelayMs = 10

/**
 * Run a transaction, and run it again when PostgreSQL gave it up in favour of another one: a deadlock, a serialization
 * failure, or a row that another transaction deleted in between. The transaction has been rolled back by then, so `run`
 * may change nothing outside of the database that must not happen twice.
 *
 * @throws NotFound  after the last attempt, when what the transaction refers to is gone
 */
export async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      const isGone = error instanceof pg.DatabaseError && error.code === foreignKeyViolation
      if (!(isGone || isTransient(error))) throw error
      if (attempt === attemptsAtMost) throw isGone ? new NotFound(null, { cause: error }) : error
      // With jitter: those who met once would otherwise meet again.
      await setTimeout(Math.random() * firstDelayMs * 2 ** attempt)
    }
  }
}

const isTransient = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code !== undefined && transient.has(error.code)
