import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { NotFound, Unavailable } from '#server/errors.ts'

/** SQLSTATEs for transactions aborted because of a concurrent one. */
const transient: ReadonlySet<string> = new Set(['40P01', '40001'])
/** Foreign key violation: a referenced row was deleted concurrently, or a deleted row was referenced. */
const foreignKeyViolation = '23503'

const busySentence = 'Others are changing the same data. Try again in a moment.'

const maxAttempts = 8
const firstDelayMs = 10

/**
 * Run a transaction and retry it when PostgreSQL aborted it because of a concurrent one: a deadlock, a serialization failure, or
 * a row deleted in between. Side effects of `run` outside of the database must be safe to repeat.
 *
 * @throws NotFound  after the last attempt, if a referenced row was deleted
 * @throws Unavailable  after the last attempt, if others still change the same rows
 */
export async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      const isGone = error instanceof pg.DatabaseError && error.code === foreignKeyViolation
      if (!(isGone || isTransient(error))) throw error
      if (attempt === maxAttempts)
        throw isGone ? new NotFound(null, { cause: error }) : new Unavailable(busySentence, { cause: error })
      // The delay has jitter, so that the same transactions do not collide again.
      await setTimeout(Math.random() * firstDelayMs * 2 ** attempt)
    }
  }
}

const isTransient = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code !== undefined && transient.has(error.code)
