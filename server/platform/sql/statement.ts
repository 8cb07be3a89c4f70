import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { ByteCache } from '#server/platform/caches/byte-cache.ts'
import { type Db, pipelineOf } from './database.ts'

type Values = Readonly<Record<string, unknown>>

/** The place of a value in a statement that is compiled once. */
class Slot {
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
 * Run a statement whose text was put together once, and that is quick. Building and compiling the text anew costs a hot
 * read more than the database takes to answer it.
 *
 * @param key  names the statement, with everything its text depends on besides the values
 * @param values  what differs from call to call
 * @param build  puts the statement together; it is given the place of each value, to be written where the value goes
 */
export async function runStatement<Row, V extends Values>(
  db: Db,
  key: string,
  values: V,
  build: (place: { readonly [Name in keyof V]: RawBuilder<V[Name]> }) => RawBuilder<unknown>,
): Promise<readonly Row[]> {
  const pipeline = pipelineOf(db)
  if (pipeline === null) return runWrite(db, key, values, build)
  const query = compiled.get(key) ?? compile(db, key, values, build)
  // The columns of the statement are those of `Row`, whichever way it goes.
  return (await pipeline.run(query.sql, fill(query, values))) as readonly Row[]
}

/** The same for one that may wait for others: outside of a transaction it has a connection to itself. */
export async function runWrite<Row, V extends Values>(
  db: Db,
  key: string,
  values: V,
  build: (place: { readonly [Name in keyof V]: RawBuilder<V[Name]> }) => RawBuilder<unknown>,
): Promise<readonly Row[]> {
  const query = compiled.get(key) ?? compile(db, key, values, build)
  const { rows } = await db.executeQuery<Row>({ ...query, parameters: fill(query, values) })
  return rows
}

const fill = ({ parameters }: CompiledQuery, values: Values): readonly unknown[] =>
  parameters.map(each => (each instanceof Slot ? values[each.name] : each))

/**
 * An id whose value the planner does not see. PostgreSQL plans a statement anew for each call as long as knowing the values
 * promises a cheaper plan; where one index serves any id, that planning is all it costs.
 */
export const unplanned = (id: RawBuilder<number>): RawBuilder<number> => sql<number>`(select ${id}::bigint)`

/** The same for a list of ids. */
export const unplannedIds = (ids: RawBuilder<readonly number[]>): RawBuilder<readonly number[]> =>
  sql<readonly number[]>`(select ${ids}::bigint[])`

function compile<V extends Values>(
  db: Db,
  key: string,
  values: V,
  build: (place: { readonly [Name in keyof V]: RawBuilder<V[Name]> }) => RawBuilder<unknown>,
): CompiledQuery {
  // A slot stands for a value of the type its name has in `values`.
  const places = Object.fromEntries(Object.keys(values).map(name => [name, sql.val(new Slot(name))]))
  const query = build(places as { readonly [Name in keyof V]: RawBuilder<V[Name]> }).compile(db)
  compiled.set(key, query)
  return query
}
