import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { ByteCache } from '#server/platform/caches/byte-cache.ts'
import { type Db, pipelinesOf, plannedEachTime } from './database.ts'

export type Values = Readonly<Record<string, unknown>>

/** The parameters of a statement, by the names of its values. */
export type Parameters<V extends Values> = { readonly [Name in keyof V]: RawBuilder<V[Name]> }

/** Stands for a value in a statement that is compiled once. */
class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A compiled query holds its text and the larger syntax tree. */
const treeFactor = 8
const compiled = new ByteCache<string, CompiledQuery>({
  name: 'sql_statements',
  maxBytes: 16 * 1024 * 1024,
  sizeOf: (query, key) => key.length * 2 + query.sql.length * treeFactor,
})

/**
 * Run a quick statement that is built and compiled once per key. For a hot read, building the text anew takes longer than
 * the database needs to answer it.
 *
 * @param key  identifies the statement: everything that its text depends on, except the values
 * @param values  the values of its parameters
 * @param build  makes the statement from its parameters, by the names of the values; called once per key
 * @param isQuick  whether other statements may wait for it
 */
export async function runStatement<Row, V extends Values>(
  db: Db,
  key: string,
  values: V,
  build: (parameter: Parameters<V>) => RawBuilder<unknown>,
  isQuick = true,
): Promise<readonly Row[]> {
  const query = compiledFor(db, key, values, build)
  const { sql: text, parameters } = query
  const reads = pipelinesOf(db)?.reads
  if (reads === undefined) return (await db.executeQuery<Row>(query)).rows
  // The columns of the statement are those of `Row`, whichever connection runs it.
  return (await (isQuick ? reads.run(text, parameters) : reads.runAlone(text, parameters))) as readonly Row[]
}

/**
 * Run a read that is planned once per connection, for any values: one whose planning takes longer than its answer. Its text may
 * have a few forms, and must have one good plan.
 *
 * @param isQuick  whether other statements may wait for it
 */
export async function runPlannedOnce<Row>(db: Db, query: RawBuilder<Row>, isQuick: boolean): Promise<readonly Row[]> {
  const reads = pipelinesOf(db)?.reads
  if (reads === undefined) return (await query.execute(db)).rows
  const { sql: text, parameters } = query.compile(db)
  // The rows have the type of the statement, as in `runStatement`.
  return (await (isQuick ? reads.run(text, parameters) : reads.runAlone(text, parameters))) as readonly Row[]
}

/**
 * Run a statement whose best plan depends on its values, such as the words of a search or a project of many issues: a plan that is kept for
 * all values can take a hundred times as long.
 */
export async function runPlannedEachTime<Row>(db: Db, query: RawBuilder<Row>): Promise<readonly Row[]> {
  return (await sql<Row>`${sql.raw(plannedEachTime)} ${query}`.execute(db)).rows
}

/**
 * Run a write, which may wait for a lock. Outside of a transaction it has a connection to itself meanwhile, which plans it once, for any
 * values.
 *
 * @param key, values, build  as with `runStatement`
 */
export async function runWrite<Row, V extends Values>(
  db: Db,
  key: string,
  values: V,
  build: (parameter: Parameters<V>) => RawBuilder<unknown>,
): Promise<readonly Row[]> {
  const query = compiledFor(db, key, values, build)
  const writes = pipelinesOf(db)?.writes
  if (writes === undefined) return (await db.executeQuery<Row>(query)).rows
  // The rows have the type of the statement, as in `runStatement`.
  return (await writes.runAlone(query.sql, query.parameters)) as readonly Row[]
}

/**
 * An id whose value the planner does not see. PostgreSQL plans a statement anew for each call as long as knowing the values
 * promises a cheaper plan; where one index serves any id, that planning is all it costs.
 */
export const unplanned = (id: RawBuilder<number>): RawBuilder<number> => sql<number>`(select ${id}::bigint)`

/** The same for a list of ids. */
export const unplannedIds = (ids: RawBuilder<readonly number[]>): RawBuilder<readonly number[]> =>
  sql<readonly number[]>`(select ${ids}::bigint[])`

/**
 * Whether a value is among those of a small query, looked up in a table of hashes. A plain `in` becomes a join, whose way the
 * planner chooses by how many rows it expects: wrong by a hundred, it loops over loops.
 */
export const isAmong = (value: RawBuilder<unknown>, query: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${value} in (${query})) is true`

/** The statement of a key, compiled at its first use, with the values of this call. */
function compiledFor<V extends Values>(
  db: Db,
  key: string,
  values: V,
  build: (parameter: Parameters<V>) => RawBuilder<unknown>,
): CompiledQuery {
  let query = compiled.get(key)
  if (query === undefined) {
    // A parameter is a value of the type that its name has in `values`.
    const parameters = Object.fromEntries(Object.keys(values).map(name => [name, sql.val(new Parameter(name))]))
    query = build(parameters as Parameters<V>).compile(db)
    compiled.set(key, query)
  }
  return {
    ...query,
    parameters: query.parameters.map(each => (each instanceof Parameter ? values[each.name] : each)),
  }
}
