import DataLoader from 'dataloader'
import { type RawBuilder, sql } from 'kysely'
import { runForActor } from '#server/access/run-for-actor.ts'
import type { Actor, Context } from '#server/context.ts'
import { unplannedIds } from '#server/platform/sql/statement.ts'
import type { GraphqlContext } from './context.ts'

type Batch<Key, Value> = (context: GraphqlContext, key: Key) => Promise<Value>

/**
 * Look up in one statement the rows that the fields of one step of a query ask for one by one.
 *
 * @param load  returns a function that gives the value of each key
 * @param nameOf  distinguishes keys that are more than a value
 */
export function batch<Key, Value>(
  load: (ctx: Context, keys: readonly Key[]) => Promise<(key: Key) => Value>,
  nameOf?: (key: Key) => string,
): Batch<Key, Value> {
  return (context, key) => {
    // A batch is its own key here, so the loader found is the one that was made below.
    const known = context.loaders.get(load) as DataLoader<Key, Value, unknown> | undefined
    if (known !== undefined) return known.load(key)
    const made = new DataLoader<Key, Value, unknown>(
      async keys => {
        const valueFor = await load(context.weft, keys)
        return keys.map(valueFor)
      },
      nameOf === undefined ? {} : { cacheKeyFn: nameOf },
    )
    context.loaders.set(load, made)
    return made.load(key)
  }
}

interface LookUp {
  readonly name: string
  readonly build: (ids: RawBuilder<readonly number[]>, actor: Actor) => RawBuilder<unknown>
  readonly valueFor: (rows: readonly object[]) => (id: number) => unknown
}

interface WantedNode {
  readonly lookUp: LookUp
  readonly id: number
}

/**
 * Look up rows by many ids. All such look-ups of one step, whatever they are for, are one statement, compiled once.
 *
 * @param name  names the look-up
 * @param build  puts the select together, for the parameter of the ids and for the actor. The rows come as JSON: columns
 *   have the names of `Row`, moments are written by `iso`
 * @param valueFor  gives the value of each id from the rows
 */
export function batchRows<Row, Value>(
  name: string,
  build: LookUp['build'],
  valueFor: (rows: readonly Row[]) => (id: number) => Value,
): Batch<number, Value> {
  // The value of a look-up is built from its own rows only.
  const lookUp = { name, build, valueFor } as LookUp
  return (context, id) => stepOf(context, { lookUp, id }) as Promise<Value>
}

const stepOf = batch<WantedNode, unknown>(
  async (ctx, wanted) => {
    const idsOf = Map.groupBy(wanted, each => each.lookUp)
    const lookUps = [...idsOf.keys()].sort((a, b) => (a.name < b.name ? -1 : 1))
    const values: Record<string, unknown> = {}
    for (const [place, each] of lookUps.entries()) values[`ids${place}`] = idsOf.get(each)?.map(({ id }) => id)
    const rows = await runForActor<Readonly<Record<string, readonly object[]>>, Record<string, unknown>>(
      ctx,
      lookUps.map(each => each.name).join(', '),
      values,
      ({ actor }, parameter) => {
        const columns = lookUps.map(({ build }, place) => {
          // A parameter has the type of its value.
          const ids = unplannedIds(parameter[`ids${place}`] as RawBuilder<readonly number[]>)
          return sql`(select coalesce(json_agg(r), '[]') from (${build(ids, actor)}) r) as ${sql.ref(`rows${place}`)}`
        })
        return sql`select ${sql.join(columns)}`
      },
    )
    const valuesOf = new Map(lookUps.map((each, place) => [each, each.valueFor(rows[0]?.[`rows${place}`] ?? [])]))
    return ({ lookUp, id }) => valuesOf.get(lookUp)?.(id)
  },
  ({ lookUp, id }) => `${lookUp.name} ${id}`,
)

/** Rows by their id; null where there is none. */
export function byId<Row extends { readonly id: number }>(rows: readonly Row[]): (id: number) => Row | null {
  const found = new Map(rows.map(row => [row.id, row]))
  return id => found.get(id) ?? null
}

/** Lists of rows by the id of their owner, in the order of the rows. */
export function groupedBy<Row>(rows: readonly Row[], keyOf: (row: Row) => number): (key: number) => readonly Row[] {
  const found = Map.groupBy(rows, keyOf)
  return key => found.get(key) ?? []
}
