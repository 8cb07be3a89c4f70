import pg from 'pg'
import { camelCase } from '#server/platform/text/case.ts'

export type Row = Readonly<Record<string, unknown>>

type Parse = (text: string) => unknown

/** The columns of a statement: their camelCase names, and how their values are read. */
interface Columns {
  readonly names: readonly string[]
  readonly parsers: readonly Parse[]
}

export interface Statement {
  /** The name under which it is prepared; null to send its text each time. */
  readonly name: string | null
  readonly text: string
  readonly values: readonly unknown[]
}

/**
 * The members of pg's query that its connection uses. pg's types declare only those that callers use, so the compiler does not notice when
 * a new version changes them: `row-query.test.ts` does. docs/decisions/0013 says why the driver is still pg.
 */
interface DriverQuery {
  name: string | undefined
  values: readonly unknown[]
  /** The error that a row has met: the query fails with it at its end. */
  _canceledDueToError: unknown
  /** @returns why nothing was sent, which the client then reports */
  submit(connection: pg.Connection): Error | null
  prepare(connection: DriverConnection): void
  handleRowDescription(message: RowDescription): void
  handleDataRow(message: DataRow): void
}

interface DriverConnection {
  bind(message: { readonly statement: string; readonly values: readonly unknown[] }): void
  execute(message: object): void
  sync(): void
}

interface RowDescription {
  readonly fields: readonly Pick<pg.FieldDef, 'name' | 'dataTypeID'>[]
}

interface DataRow {
  readonly fields: readonly (string | null)[]
}

type QueryCallback = (error: Error | null, result: Pick<pg.QueryResult, 'command' | 'rowCount'> | undefined) => void

// pg exports the class and the function; its types declare neither in full.
const DriverQuery = pg.Query as unknown as new (
  text: string,
  values: readonly unknown[],
  done: QueryCallback,
) => DriverQuery
const { prepareValue } = (pg as unknown as { readonly utils: { readonly prepareValue: (value: unknown) => unknown } })
  .utils

/**
 * The columns of the statements that each connection has prepared, by their names. They stay valid as long as the connection: PostgreSQL
 * refuses to run a prepared statement whose columns have changed.
 */
const prepared = new WeakMap<DriverConnection, Map<string, Columns>>()

/**
 * A query whose rows have the camelCase names of their columns. It asks PostgreSQL to describe the columns of a prepared statement once
 * per connection: describing thirty columns takes longer than reading a row of them.
 */
export class RowQuery extends DriverQuery {
  /** The rows, complete when `done` is called without an error. */
  readonly found: Row[] = []
  readonly #types: pg.CustomTypesConfig
  #connection: DriverConnection | null = null
  #columns: Columns | null = null

  constructor({ name, text, values }: Statement, types: pg.CustomTypesConfig, done: QueryCallback) {
    super(text, values, done)
    this.name = name ?? undefined
    this.#types = types
  }

  override submit(connection: pg.Connection): Error | null {
    try {
      // Values are checked before the query is sent: pg closes the statement for a value that cannot be sent, and goes
      // on as if it were prepared.
      this.values = this.values.map(value => prepareValue(value))
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
    return super.submit(connection)
  }

  override prepare(connection: DriverConnection): void {
    this.#connection = connection
    this.#columns = (this.name === undefined ? null : prepared.get(connection)?.get(this.name)) ?? null
    if (this.#columns === null || this.name === undefined) {
      super.prepare(connection)
      return
    }
    connection.bind({ statement: this.name, values: this.values })
    connection.execute({})
    connection.sync()
  }

  override handleRowDescription({ fields }: RowDescription): void {
    this.#columns = {
      names: fields.map(field => camelCase(field.name)),
      parsers: fields.map(field => this.#types.getTypeParser(field.dataTypeID, 'text') as Parse),
    }
    if (this.#connection === null || this.name === undefined) return
    const ofConnection = prepared.get(this.#connection) ?? new Map<string, Columns>()
    prepared.set(this.#connection, ofConnection)
    ofConnection.set(this.name, this.#columns)
  }

  override handleDataRow({ fields }: DataRow): void {
    if (this.#columns === null || this._canceledDueToError) return
    try {
      this.found.push(read(this.#columns, fields))
    } catch (error) {
      this._canceledDueToError = error
    }
  }
}

function read({ names, parsers }: Columns, values: readonly (string | null)[]): Row {
  const row: Record<string, unknown> = {}
  for (let at = 0; at < names.length; at += 1) {
    const value = values[at] ?? null
    row[names[at] ?? ''] = value === null ? null : parsers[at]?.(value)
  }
  return row
}
