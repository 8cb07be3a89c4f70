import pg from 'pg'
import type { Db } from './database.ts'
import type { Unflushed } from './durable.ts'

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Unflushed<Result>) => void
  readonly reject: (error: unknown) => void
}

/** Small enough for their topics to fit into one notification of PostgreSQL. */
const maxBatch = 25

/**
 * Batch the writes of concurrent callers, as a group commit does: items that arrive while a write of the same key is running are
 * written by the next one. Ten writers of one row then wait for two statements instead of ten; a single writer does not wait.
 *
 * @param write  one statement that commits by itself and writes all items or none; results in the order of the items
 * @returns the write for one item, which is durable when it resolves; `key` identifies the row that its writers would wait for anyway
 */
export function batchWrites<Item, Result>(
  write: (db: Db, items: readonly Item[]) => Promise<Unflushed<readonly Result[]>>,
): (db: Db, key: number, item: Item) => Promise<Result> {
  const queues = new WeakMap<Db, Map<number, Waiting<Item, Result>[]>>()

  async function work(db: Db, key: number, queueByKey: Map<number, Waiting<Item, Result>[]>): Promise<void> {
    for (let queue = queueByKey.get(key); queue !== undefined && queue.length > 0; queue = queueByKey.get(key))
      await writeBatch(db, queue.splice(0, maxBatch))
    queueByKey.delete(key)
  }

  async function writeBatch(db: Db, batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await write(
        db,
        batch.map(each => each.item),
      )
      // `write` returns one result for each item.
      for (const [index, { resolve }] of batch.entries()) resolve(results.map(all => all[index] as Result))
    } catch (error) {
      // A refused statement wrote nothing: retry the items one by one, so that only the failing one is rejected. After a lost
      // connection the batch may be written, so it is not retried.
      if (batch.length > 1 && error instanceof pg.DatabaseError) for (const each of batch) await writeBatch(db, [each])
      else for (const { reject } of batch) reject(error)
    }
  }

  const enqueue = (db: Db, key: number, item: Item) =>
    new Promise<Unflushed<Result>>((resolve, reject) => {
      const queueByKey = queues.get(db) ?? new Map<number, Waiting<Item, Result>[]>()
      queues.set(db, queueByKey)
      const queue = queueByKey.get(key)
      if (queue !== undefined) queue.push({ item, resolve, reject })
      else {
        queueByKey.set(key, [{ item, resolve, reject }])
        void work(db, key, queueByKey)
      }
    })
  // Each caller waits for the disk, and the next batch for none of them.
  return async (db, key, item) => (await enqueue(db, key, item)).flushed(db)
}
