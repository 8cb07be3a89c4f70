import type { Db } from './database.ts'

interface InDatabase {
  readonly db: Db
}

interface Waiter {
  readonly key: unknown
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** A statement for many keys; requests with the same function are batched. */
type RunMany = (ctx: InDatabase, keys: readonly unknown[]) => Promise<readonly unknown[]>

interface Waiting {
  readonly ctx: InDatabase
  readonly run: RunMany
  readonly asked: Waiter[]
}

/** The pending requests of one transaction, by statement and group. */
interface Step {
  readonly waiting: Map<RunMany, Map<string, Waiting>>
  isDue: boolean
}

const steps = new WeakMap<Db, Step>()

/**
 * Run the same work for many items concurrently in one transaction. Requests to a statement that is made by `batch` are batched,
 * as `DataLoader` does: once each item is waiting, the statement runs once for all of them. A hundred changes thus take as many
 * statements as one.
 *
 * The work for an item must not depend on the writes of another item, and must not use savepoints.
 *
 * @param db  a transaction
 * @returns the results, in the order of the items
 * @throws  the first error, after the work for all items has ended
 */
export async function concurrently<Item, Result>(
  db: Db,
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  if (!db.isTransaction) throw new Error('concurrently must run in a transaction')
  const isOuter = !steps.has(db)
  if (isOuter) steps.set(db, { waiting: new Map(), isDue: false })
  const failures: unknown[] = []
  try {
    const results = await Promise.all(
      items.map(item => run(item).catch((error: unknown): undefined => void failures.push(error))),
    )
    if (failures.length > 0) throw failures[0]
    // Without failures, all results exist.
    return results as readonly Result[]
  } finally {
    if (isOuter) steps.delete(db)
  }
}

/**
 * Make a statement that takes one key, and that is batched while `concurrently` runs in the same transaction. Elsewhere it runs at once.
 *
 * @param run  runs the statement for any number of keys, and returns one value for each, in their order
 * @param groupOf  keys are batched only with others of the same group
 */
export function batch<C extends InDatabase, Key, Value>(
  run: (ctx: C, keys: readonly Key[]) => Promise<readonly Value[]>,
  groupOf: (ctx: C, key: Key) => string = () => '',
): (ctx: C, key: Key) => Promise<Value> {
  // `step.waiting` is keyed by the function, so each one gets back only its own keys and values.
  const runMany = run as unknown as RunMany
  return async (ctx, key) => {
    const step = steps.get(ctx.db)
    // `run` returns one value for each key.
    if (step === undefined) return (await run(ctx, [key]))[0] as Value
    return new Promise<Value>((resolve, reject) => {
      const groups = step.waiting.get(runMany) ?? new Map<string, Waiting>()
      step.waiting.set(runMany, groups)
      const group = groupOf(ctx, key)
      const waiting = groups.get(group) ?? { ctx, run: runMany, asked: [] }
      groups.set(group, waiting)
      waiting.asked.push({ key, resolve: value => resolve(value as Value), reject })
      if (step.isDue) return
      step.isDue = true
      // By then, each item has reached its next statement.
      setImmediate(() => void flush(step))
    })
  }
}

/** Run the pending statements one after the other, then resolve all requests together, so that the items stay in step. */
async function flush(step: Step): Promise<void> {
  const all = [...step.waiting.values()].flatMap(groups => [...groups.values()])
  step.waiting.clear()
  const done: (() => void)[] = []
  for (const { ctx, run, asked } of all) {
    try {
      const values = await run(
        ctx,
        asked.map(each => each.key),
      )
      for (const [index, { resolve }] of asked.entries()) done.push(() => resolve(values[index]))
    } catch (error) {
      for (const { reject } of asked) done.push(() => reject(error))
    }
  }
  for (const goOn of done) goOn()
  step.isDue = false
  if (step.waiting.size === 0) return
  step.isDue = true
  setImmediate(() => void flush(step))
}

/**
 * Like `batch`, for keys that several items share: `run` gets each distinct key once. @param nameOf  equal for equal
 * keys
 */
export function batchDistinct<C extends InDatabase, Key, Value>(
  run: (ctx: C, keys: readonly Key[]) => Promise<readonly Value[]>,
  nameOf: (key: Key) => string | number,
  groupOf?: (ctx: C, key: Key) => string,
): (ctx: C, key: Key) => Promise<Value> {
  return batch<C, Key, Value>(async (ctx, keys) => {
    const unique = new Map(keys.map(key => [nameOf(key), key]))
    const values = await run(ctx, [...unique.values()])
    const valueByName = new Map([...unique.keys()].map((name, index) => [name, values[index]]))
    // The map has the name of each key.
    return keys.map(key => valueByName.get(nameOf(key)) as Value)
  }, groupOf)
}

/** Run work for items sequentially, where the work for one may depend on that for another. @returns in their order */
export async function sequentially<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await run(item))
  return results
}
