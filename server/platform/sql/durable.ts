import { type RawBuilder, sql } from 'kysely'
import { Unavailable } from '#server/errors.ts'
import type { Db } from './database.ts'

interface Flushing {
  running: Promise<void> | null
  /** The one after it, for those whose commit came too late for it. */
  next: Promise<void> | null
}

const flushings = new WeakMap<object, Flushing>()

/**
 * Part of a transaction's select: its commit releases its row locks before the flush to the disk, so that ten writers
 * of one row wait for one flush and not for ten. The caller awaits `flushed` before it answers.
 */
export const commitBeforeFlush: RawBuilder<string> = sql<string>`set_config('synchronous_commit', 'off', true)`

/**
 * The result of a write whose commit may not be on the disk yet. The value is read by `flushed`, so that no caller
 * answers before the change is durable.
 */
export class Unflushed<T> {
  readonly #value: T

  constructor(value: T) {
    this.#value = value
  }

  map<U>(change: (value: T) => U): Unflushed<U> {
    return new Unflushed(change(this.#value))
  }

  /** The value, when its commit is on the disk; within a transaction at once, since the commit comes later. @throws Unavailable */
  async flushed(db: Db): Promise<T> {
    await flushed(db)
    return this.#value
  }

  /** The value, when a record is on the disk from which the write is repeated should it be lost. */
  async repeatableFrom(record: Promise<unknown>): Promise<T> {
    await record
    return this.#value
  }
}

/**
 * Resolves when all that was committed before the call is as durable as the database promises. One statement for many callers; none
 * within a transaction, which has not committed anything.
 *
 * @throws Unavailable  the database does not say so within 20 s
 */
export async function flushed(db: Db): Promise<void> {
  if (!db.isTransaction) await nextFlush(db)
}

function nextFlush(db: Db): Promise<void> {
  const known = flushings.get(db)
  if (known?.next) return known.next
  const flushing = known ?? { running: null, next: null }
  if (known === undefined) flushings.set(db, flushing)
  if (flushing.running === null) return begin(db, flushing)
  const next = flushing.running.catch(() => undefined).then(() => begin(db, flushing))
  flushing.next = next
  return next
}

function begin(db: Db, flushing: Flushing): Promise<void> {
  flushing.next = null
  const running = flush(db).finally(() => {
    if (flushing.running === running) flushing.running = null
  })
  flushing.running = running
  return running
}

/** A commit waits for synchronous standbys as long as they are away; those who wait for an answer do not. */
const flushMs = 20_000

// A commit that waits for its own record waits for all records before it; this one has nothing else to write.
async function flush(db: Db): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () =>
      late.reject(
        new Unavailable('The database did not confirm in time that it stored the change. Check whether it is there.'),
      ),
    flushMs,
  )
  try {
    await Promise.race([sql`select pg_logical_emit_message(true, 'weft', '')`.execute(db), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
