import DataLoader from 'dataloader'
import type { RawBuilder } from 'kysely'
import type { Sight } from '#server/access/namespace-facts.ts'
import type { Context } from '#server/context.ts'
import { runStatement, unplannedIds } from '#server/platform/sql/statement.ts'
import type { GraphqlContext } from './context.ts'

export type Batch<Key, Value> = (context: GraphqlContext, key: Key) => Promise<Value>

/**
 * Look up many at once what is asked for one by one: everything that one step of a query asks for costs one statement.
 *
 * @param load  answers with the function that tells the value of each key
 */
export function batch<Key, Value>(
  load: (ctx: Context, keys: readonly Key[]) => Promise<(key: Key) => Value>,
): Batch<Key, Value> {
  return (context, key) => {
    // A batch is its own key here, so the loader found is the one that was made below.
    const known = context.loaders.get(load) as DataLoader<Key, Value> | undefined
    if (known !== undefined) return known.load(key)
    const made = new DataLoader<Key, Value>(async keys => {
      const valueFor = await load(context.weft, keys)
      return keys.map(valueFor)
    })
    context.loaders.set(load, made)
    return made.load(key)
  }
}

/**
 * Look up rows by many ids with one statement that is compiled once.
 *
 * @param name  names the statement
 * @param build  puts it together, for the place of the ids and for whose sight it is
 * @param valueFor  tells the value of each id from the rows
 */
export function batchRows<Row extends { readonly id: number }, Value>(
  name: string,
  build: (ids: RawBuilder<readonly number[]>, sight: Sight) => RawBuilder<unknown>,
  valueFor: (rows: readonly Row[]) => (id: number) => Value,
): Batch<number, Value> {
  return batch(async (ctx, ids) => {
    const { actor } = ctx
    const values: { readonly ids: readonly number[]; readonly actorId: number } = {
      ids,
      actorId: actor.kind === 'user' ? actor.id : 0,
    }
    const rows = await runStatement<Row, typeof values>(ctx.db, `${name} ${actor.kind}`, values, place =>
      build(unplannedIds(place.ids), actor.kind === 'user' ? { kind: 'user', id: place.actorId } : actor),
    )
    return valueFor(rows)
  })
}

/** Rows by their id; null where there is none. */
export function byId<Row extends { readonly id: number }>(rows: readonly Row[]): (id: number) => Row | null {
  const found = new Map(rows.map(row => [row.id, row]))
  return id => found.get(id) ?? null
}

/** Lists of rows by what they belong to, in the order of the rows. */
export function groupedBy<Row>(rows: readonly Row[], keyOf: (row: Row) => number): (key: number) => readonly Row[] {
  const found = Map.groupBy(rows, keyOf)
  return key => found.get(key) ?? []
}
