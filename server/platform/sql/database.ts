import { type CompiledQuery, Kysely, type Selectable, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Database } from '#db/tables.ts'
import { ByteCache } from '#server/platform/caches/byte-cache.ts'
import { isDatabaseAway } from './away.ts'
import { openReadingPool, openWritablePool } from './connection.ts'
import { Pipeline } from './pipeline.ts'
import { retried } from './retry.ts'
import { RowQuery, type Statement } from './row-query.ts'
import { SnakeCaseDialect } from './snake-case-dialect.ts'

export type Db = Kysely<Database>
export type { Database }

/** Columns of a table, as they are read. */
export type Row<Table extends keyof Database, Column extends keyof Selectable<Database[Table]>> = Readonly<
  Pick<Selectable<Database[Table]>, Column>
>

// Timestamps are ISO 8601 text with milliseconds and dates are yyyy-mm-dd, as in every reply.
const { builtins } = pg.types
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
  [builtins.DATE, text => text],
  [builtins.TIMESTAMPTZ, isoMoment],
])
const int8Array = 1016
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === int8Array) return (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number))
    return parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')
  }) as pg.CustomTypesConfig['getTypeParser'],
}

/** `2026-03-05 09:08:07.123456+00` to `2026-03-05T09:08:07.123Z`. Connections run in UTC. */
function isoMoment(text: string): string {
  if (!text.endsWith('+00')) return new Date(text.replace(' ', 'T')).toISOString()
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`
}

interface OpenDatabase {
  readonly db: Db
  readonly pool: pg.Pool
  /** The connections of pipelined statements. */
  readonly quick: pg.Pool
  /** The connections of writes that are their own transaction. */
  readonly writes: pg.Pool
  close(): Promise<void>
}

interface DatabaseOptions {
  readonly connectionString: string
  /** Connections at most: half of them for transactions and jobs, a quarter for pipelined statements, a quarter for writes. */
  readonly max?: number
  /** Statements at most that are prepared on a connection. */
  readonly maxPrepared?: number
  /** Hears of every statement, for counting. */
  readonly onStatement?: (query: CompiledQuery) => void
}

/** PostgreSQL ends a statement after 30 s. A connection that is silent for longer is dead, as after a power failure of the other machine. */
const answerMs = 32_000

/**
 * Connections in UTC with named (prepared) statements and camelCase columns.
 *
 * Pipelined statements have connections of their own, which plan each of them once, for any values: for most, planning takes
 * several times as long as running. Those connections stay open, since a new one plans everything anew. Writes that are their own
 * transaction have such connections, too, but separate ones: a write may wait for a lock, and reads must not wait behind it.
 */
export function openDatabase({
  connectionString,
  max = 24,
  maxPrepared = 600,
  onStatement,
}: DatabaseOptions): OpenDatabase {
  // Few connections answer many pipelined statements and writes, and have warm caches.
  const lasting = Math.floor(max / 4)
  const pool = openPool({ connectionString, max: max - 2 * lasting, idleTimeoutMillis: 60_000 }, '')
  const openLasting = () =>
    openPool(
      { connectionString, max: lasting, idleTimeoutMillis: 0 },
      // Tables that were small when the plan was made may have grown since: see docs/decisions/0011.
      '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off',
    )
  const [quick, writes] = [openLasting(), openLasting()]
  const db = new Kysely<Database>({
    dialect: new SnakeCaseDialect({ pool: preparing(pool, maxPrepared) }),
    ...(onStatement === undefined ? {} : { log: event => onStatement(event.query) }),
  })
  // Kysely reports each statement that it runs; a pipeline would bypass it.
  if (onStatement === undefined) {
    const nameOf = (text: string) => quickNames.of(text, maxPrepared)
    pipelines.set(db, { reads: new Pipeline(quick, nameOf, types), writes: new Pipeline(writes, nameOf, types) })
  }
  const close = async () => {
    await Promise.all([db.destroy(), quick.end(), writes.end()])
  }
  return { db, pool, quick, writes, close }
}

/** A database that is only read, such as the standby of a replica. */
export function openReading(connectionString: string, max: number): { readonly db: Db; close(): Promise<void> } {
  const pool = openReadingPool({ connectionString, max, query_timeout: answerMs, types })
  // The next use replaces a broken connection and reports its own failure.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  const db = new Kysely<Database>({ dialect: new SnakeCaseDialect({ pool: preparing(pool, 100) }) })
  return { db, close: () => db.destroy() }
}

function openPool(config: pg.PoolConfig, options: string): pg.Pool {
  const pool = openWritablePool({
    ...config,
    query_timeout: answerMs,
    options: `-c timezone=UTC -c statement_timeout=30s -c idle_in_transaction_session_timeout=60s ${options}`,
    types,
    pipeline: true,
  })
  // A connection that breaks is replaced at the next use; the use reports its own failure.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}

interface Pipelines {
  readonly reads: Pipeline
  readonly writes: Pipeline
}

const pipelines = new WeakMap<Db, Pipelines>()

/** The pipelines to connections that plan a statement once; null within a transaction, which has a connection to itself. */
export const pipelinesOf = (db: Db): Pipelines | null => pipelines.get(db) ?? null

/** Texts that differ with each filter come once or twice, and would use the names up. */
const preparedFrom = 3
/** The characters that a prepared statement has on average, at most. */
const preparedChars = 3_500

/** The names of a pool's prepared statements. Those live as long as their connection, so their number and size are bounded. */
class StatementNames {
  readonly #names = new Map<string, string>()
  #chars = 0
  /** The number of times that a text without a name came so far. */
  readonly #seen: ByteCache<string, number>

  constructor(pool: string) {
    this.#seen = new ByteCache({
      name: `sql_texts_seen_${pool}`,
      maxBytes: 2 * 1024 * 1024,
      sizeOf: (_times, text) => text.length * 2,
    })
  }

  /** @returns null for a text that is sent as it is each time */
  readonly of = (text: string, max: number): string | null => {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size >= max || this.#chars + text.length > max * preparedChars) return null
    const times = (this.#seen.get(text) ?? 0) + 1
    if (times < preparedFrom) {
      this.#seen.set(text, times)
      return null
    }
    this.#seen.delete(text)
    this.#chars += text.length
    const name = `w${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

const ordinaryNames = new StatementNames('ordinary')
// Statements that are planned once are few and run all day: the texts of filters must not use up their names.
const quickNames = new StatementNames('quick')

/** The beginning of a statement that is planned for the values of each call. */
export const plannedEachTime = '/* planned each time */'

/** A pool whose statements have names, so that PostgreSQL parses and plans each text once per connection, and whose rows are camelCase. */
function preparing(pool: pg.Pool, maxPrepared: number) {
  return {
    end: () => pool.end(),
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      let isOpen = false
      let isAway = false
      return {
        // A server that takes no writes any more may answer for long: the next statement looks for the one that does.
        release: () => client.release(isAway),
        query: (text: unknown, values?: readonly unknown[]) => {
          if (typeof text !== 'string') return client.query(text as string)
          isOpen ||= /^(?:begin|start transaction)/.test(text)
          const isNamed = values !== undefined && values.length > 0 && !text.startsWith(plannedEachTime)
          const name = isNamed ? ordinaryNames.of(text, maxPrepared) : null
          const send = () =>
            run(client, { name, text, values: values ?? [] }).catch((error: unknown) => {
              isAway ||= isDatabaseAway(error)
              throw error
            })
          // A single statement is its own transaction; inside a transaction the whole of it fails (`inTransaction`).
          return isOpen ? send() : retried(send)
        },
      } as unknown as pg.PoolClient
    },
  } as unknown as pg.Pool
}

type Result = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>

async function run(client: pg.PoolClient, statement: Statement): Promise<Result> {
  try {
    return await new Promise<Result>((resolve, reject) => {
      const query: RowQuery = new RowQuery(statement, types, (failure, result) => {
        if (failure || result === undefined) reject(failure)
        else resolve({ command: result.command, rowCount: result.rowCount, rows: query.found })
      })
      client.query(query)
    })
  } catch (error) {
    // The stack of the driver's error ends at its socket; this one shows the caller.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

let savepoints = 0

/**
 * Run in a transaction, or in a savepoint when there is one already. A failure undoes the changes of `run`, no more. A
 * transaction that PostgreSQL aborted in favor of another one is retried from the start: see `retried`.
 */
export async function inTransaction<T>(db: Db, run: (db: Db) => Promise<T>): Promise<T> {
  if (!isTransaction(db)) return retried(() => db.transaction().execute(run))
  savepoints += 1
  const name = sql.id(`s${savepoints}`)
  await sql`savepoint ${name}`.execute(db)
  try {
    const result = await run(db)
    await sql`release savepoint ${name}`.execute(db)
    return result
  } catch (error) {
    await sql`rollback to savepoint ${name}`.execute(db)
    throw error
  }
}

const isTransaction = (db: Db): db is Transaction<Database> => db.isTransaction

/** Whether an error says that a value is too long for its index. */
export const isTooLongForIndex = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '54000' && error.message.startsWith('index row size')

/** Whether an error is a unique key's refusal, and (when named) that key's. */
export function isTaken(error: unknown, constraint?: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === '23505' &&
    (constraint === undefined || error.constraint === constraint)
  )
}
