import { type RawBuilder, sql } from 'kysely'
import { type CursorType, invalidCursor, isOfType } from './cursor-value.ts'
import type { Db } from './database.ts'

/** One value that an order compares, the most important first. Nulls come last. */
export interface SortKey {
  readonly value: RawBuilder<unknown>
  readonly type: CursorType
  readonly direction: 'asc' | 'desc'
  readonly isNullable?: boolean
}

export interface RowWindow {
  readonly limit: number
  /** Walk from the end. */
  readonly isBackward: boolean
  readonly after: string | null
  readonly before: string | null
}

export interface Rows<Row> {
  /** The rows in the order of the list, whichever way it was walked. */
  readonly rows: readonly (Row & { readonly cursor: string })[]
  readonly hasMore: boolean
}

/** The range of rows that a list has to find by itself: those that the window shows, before their columns are read. */
export interface Reach {
  /** The conditions of the cursors, as `and ...`. */
  readonly start: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
  /** Rows at most. */
  readonly reach: number
  readonly isBackward: boolean
}

interface Listing {
  readonly columns: RawBuilder<unknown>
  readonly from: RawBuilder<unknown> | ((reach: Reach) => RawBuilder<unknown>)
  readonly where?: RawBuilder<unknown>
  /** The last one tells any two rows apart. */
  readonly keys: readonly SortKey[]
}

type RunSelect = <Row extends object>(select: RawBuilder<unknown>) => Promise<readonly Row[]>

/** Runs a select by itself. */
export const runIn =
  (db: Db): RunSelect =>
  async <Row extends object>(select: RawBuilder<unknown>) =>
    (await sql<Row>`${select}`.execute(db)).rows

/**
 * The rows of a window of a list, in one statement.
 *
 * @throws Malformed  a cursor that this list did not give
 */
export async function rowsInWindow<Row extends object>(
  run: RunSelect,
  listing: Listing,
  window: RowWindow,
): Promise<Rows<Row>> {
  const { columns, from, where = sql`true`, keys } = listing
  const start = [
    ...(window.after === null ? [] : [isAfter(keys, window.after)]),
    ...(window.before === null ? [] : [isBefore(keys, window.before)]),
  ]
  const order = orderOf(keys, window.isBackward)
  const found =
    typeof from === 'function'
      ? from({
          start: sql.join(
            start.map(each => sql`and ${each}`),
            sql` `,
          ),
          order,
          reach: window.limit + 1,
          isBackward: window.isBackward,
        })
      : sql`${from} where ${sql.join([where, ...start], sql` and `)}`
  const rows = await run<Row & { rowCursor: CursorValues }>(sql`
    select ${columns}, ${cursorColumn(keys)} as row_cursor from ${found}
    order by ${order} limit ${window.limit + 1}`)
  const shown = rows
    .slice(0, window.limit)
    .map(({ rowCursor, ...row }) => ({ ...(row as unknown as Row), cursor: writeCursor(rowCursor) }))
  return { rows: window.isBackward ? shown.reverse() : shown, hasMore: rows.length > window.limit }
}

/** The `order by` of a list. @param isBackward  from its end */
export function orderOf(keys: readonly SortKey[], isBackward = false): RawBuilder<unknown> {
  return sql.join(
    keys.map(({ value, direction, isNullable }) => {
      const walked = isBackward ? (direction === 'asc' ? 'desc' : 'asc') : direction
      const nulls = isNullable ? sql.raw(isBackward ? ' nulls first' : ' nulls last') : sql``
      return sql`${value} ${sql.raw(walked)}${nulls}`
    }),
  )
}

/** The values in a row's cursor: that of each key, as PostgreSQL writes it. */
export type CursorValues = readonly (string | null)[]

/** A column with the values of a row's cursor. */
export const cursorColumn = (keys: readonly SortKey[]): RawBuilder<CursorValues> =>
  sql`array[${sql.join(keys.map(textOf))}]::text[]`

/** Times are in microseconds, as stored: a cursor must not fall before or after its own row. */
const textOf = ({ value, type }: SortKey): RawBuilder<unknown> =>
  type === 'timestamptz'
    ? sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : sql`(${value})::text`

/** The condition for the rows after a cursor. @throws Malformed  a cursor that no list with these keys gave */
export const isAfter = (keys: readonly SortKey[], cursor: string): RawBuilder<unknown> =>
  beyond(keys, readCursor(cursor, keys), 'after')

/** The condition for the rows before a cursor. @throws Malformed  a cursor that no list with these keys gave */
export const isBefore = (keys: readonly SortKey[], cursor: string): RawBuilder<unknown> =>
  beyond(keys, readCursor(cursor, keys), 'before')

function beyond(keys: readonly SortKey[], cursor: CursorValues, side: 'after' | 'before'): RawBuilder<unknown> {
  const parts = keys.map(({ value, type }, place) => ({
    column: value,
    at: sql`${cursor[place] ?? null}::${sql.raw(type)}`,
  }))
  const isRow = keys.every(key => !key.isNullable && key.direction === keys[0]?.direction)
  if (isRow) {
    const sign = sql.raw((keys[0]?.direction === 'asc') === (side === 'after') ? '>' : '<')
    return sql`(${sql.join(parts.map(part => part.column))}) ${sign} (${sql.join(parts.map(part => part.at))})`
  }
  const options = keys.map((key, place) => {
    const same = parts.slice(0, place).map(({ column, at }) => sql`${column} is not distinct from ${at}`)
    return sql`(${sql.join([...same, strictly(key, cursor[place] ?? null, side)], sql` and `)})`
  })
  return sql`(${sql.join(options, sql` or `)})`
}

function strictly(
  { value, type, direction, isNullable }: SortKey,
  at: string | null,
  side: 'after' | 'before',
): RawBuilder<unknown> {
  if (at === null) return side === 'after' ? sql`false` : sql`${value} is not null`
  const sign = sql.raw((direction === 'asc') === (side === 'after') ? '>' : '<')
  const compared = sql`${value} ${sign} ${at}::${sql.raw(type)}`
  return isNullable && side === 'after' ? sql`(${compared} or ${value} is null)` : compared
}

export const writeCursor = (values: CursorValues): string => Buffer.from(JSON.stringify(values)).toString('base64url')

/** @throws Malformed */
function readCursor(text: string, keys: readonly SortKey[]): CursorValues {
  const values = parse(text)
  const fits =
    values !== null &&
    values.length === keys.length &&
    keys.every(({ type, isNullable }, place) => {
      const value = values[place]
      return value === null ? isNullable === true : typeof value === 'string' && isOfType(value, type)
    })
  if (!fits) throw invalidCursor()
  // Each of them was seen to be a text or null.
  return values as CursorValues
}

function parse(text: string): readonly unknown[] | null {
  try {
    const values: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(values) ? values : null
  } catch {
    return null
  }
}
