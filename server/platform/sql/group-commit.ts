import pg from 'pg'
import type { Db } from './database.ts'

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** So few that their topics fit into one announcement. */
const maxGroupSize = 25

/**
 * A write that takes what several callers bring at once. Whoever comes while one is on its way goes with the next, so that
 * ten writers of one place wait for two statements, not for each other's ten; one alone does not wait.
 *
 * @param write  one statement, which commits by itself, and nothing else: all of it or nothing; answers in the order of the items
 * @returns the write for one item; `place` names what its writers would wait for anyway
 */
export function groupCommit<Item, Result>(
  write: (db: Db, items: readonly Item[]) => Promise<readonly Result[]>,
): (db: Db, place: number, item: Item) => Promise<Result> {
  const queues = new WeakMap<Db, Map<number, Waiting<Item, Result>[]>>()

  async function work(db: Db, place: number, places: Map<number, Waiting<Item, Result>[]>): Promise<void> {
    for (let queue = places.get(place); queue !== undefined && queue.length > 0; queue = places.get(place))
      await settle(db, queue.splice(0, maxGroupSize))
    places.delete(place)
  }

  async function settle(db: Db, group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await write(
        db,
        group.map(each => each.item),
      )
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result)
    } catch (error) {
      // What the database refuses is not written: each for itself then, so that a failure is only its own writer's. Where the
      // connection broke it may be written, and is not to be written again.
      if (group.length > 1 && error instanceof pg.DatabaseError) for (const each of group) await settle(db, [each])
      else for (const { reject } of group) reject(error)
    }
  }

  return (db, place, item) =>
    new Promise((resolve, reject) => {
      const places = queues.get(db) ?? new Map<number, Waiting<Item, Result>[]>()
      queues.set(db, places)
      const queue = places.get(place)
      if (queue !== undefined) queue.push({ item, resolve, reject })
      else {
        places.set(place, [{ item, resolve, reject }])
        void work(db, place, places)
      }
    })
}
