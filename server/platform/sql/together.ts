import type { Db } from './database.ts'

interface InDatabase {
  readonly db: Db
}

interface Asked {
  readonly key: unknown
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Runs for many keys; the function itself identifies its statement. */
type RunMany = (ctx: InDatabase, keys: readonly unknown[]) => Promise<readonly unknown[]>

interface Waiting {
  readonly ctx: InDatabase
  readonly run: RunMany
  readonly asked: Asked[]
}

/** What the pieces of work of one transaction wait for, by statement and group. */
interface Step {
  readonly waiting: Map<RunMany, Map<string, Waiting>>
  isDue: boolean
}

const steps = new WeakMap<Db, Step>()

/**
 * Run many alike pieces of work of one transaction side by side. Where all of them have come to a statement that is made by
 * `together`, it is run once for all of them, so that a hundred changes cost the statements of one.
 *
 * The pieces must not depend on what the others write, and none of them may use a savepoint.
 *
 * @returns in the order of the items
 * @throws  the first error of any of them, after the others have ended too
 */
export async function sideBySide<Item, Result>(
  db: Db,
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  if (!db.isTransaction) throw new Error('Only the work of one transaction runs side by side')
  const isOuter = !steps.has(db)
  if (isOuter) steps.set(db, { waiting: new Map(), isDue: false })
  const failures: unknown[] = []
  try {
    const results = await Promise.all(
      items.map(item => run(item).catch((error: unknown): undefined => void failures.push(error))),
    )
    if (failures.length > 0) throw failures[0]
    // None has failed.
    return results as readonly Result[]
  } finally {
    if (isOuter) steps.delete(db)
  }
}

/**
 * A statement for one key, which becomes one statement for many keys when many pieces of work run side by side.
 *
 * @param run  the statement, for any number of keys; its values are in their order
 * @param groupOf  keys of different groups need statements of their own
 */
export function together<C extends InDatabase, Key, Value>(
  run: (ctx: C, keys: readonly Key[]) => Promise<readonly Value[]>,
  groupOf: (ctx: C, key: Key) => string = () => '',
): (ctx: C, key: Key) => Promise<Value> {
  // The keys and values of a function are always its own.
  const runMany = run as unknown as RunMany
  return async (ctx, key) => {
    const step = steps.get(ctx.db)
    // One value for one key.
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
      // By then, all that could go on has gone on.
      setImmediate(() => void flush(step))
    })
  }
}

/** Run what is waiting, and let all of it go on at once, so that the pieces of work stay in step. */
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

/** As `together`, for keys that many share: each different one is run once. */
export function onceTogether<C extends InDatabase, Key, Value>(
  run: (ctx: C, keys: readonly Key[]) => Promise<readonly Value[]>,
  nameOf: (key: Key) => string | number,
  groupOf?: (ctx: C, key: Key) => string,
): (ctx: C, key: Key) => Promise<Value> {
  return together<C, Key, Value>(async (ctx, keys) => {
    const unique = new Map(keys.map(key => [nameOf(key), key]))
    const values = await run(ctx, [...unique.values()])
    const valueByName = new Map([...unique.keys()].map((name, index) => [name, values[index]]))
    // Each key has its name among them.
    return keys.map(key => valueByName.get(nameOf(key)) as Value)
  }, groupOf)
}

/** One after the other: the statements of a transaction share a connection. */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await run(item))
  return results
}
