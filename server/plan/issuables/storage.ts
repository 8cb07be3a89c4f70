import { type RawBuilder, sql } from 'kysely'
import { snakeCase } from '#server/platform/text/case.ts'

type Scalar = string | number | boolean | null
type SqlType = 'text' | 'boolean' | 'integer' | 'bigint' | 'date'

/** An attribute that a column of `issuables` holds. */
export interface ColumnStorage<Value> {
  readonly column: string
  readonly type: SqlType
  /** What the column holds for a value. */
  readonly write: (value: Value) => Scalar
  /** The value, over `issuables i`. */
  readonly read: RawBuilder<unknown>
}

/** An attribute that a table of its own holds, a row for each member of the list. */
export interface TableStorage<Value> {
  readonly table: 'issuable_labels' | 'issuable_assignees'
  readonly column: 'label_id' | 'user_id'
  /** What the table holds for a value. */
  readonly ids: (value: Value) => readonly number[]
  /** The value, over `issuables i`. */
  readonly read: RawBuilder<unknown>
}

export type Storage<Value> = ColumnStorage<Value> | TableStorage<Value>

/** A column that holds the value as it is. */
export function columnOf<Value extends Scalar>(name: string, type: SqlType): ColumnStorage<Value> {
  const column = snakeCase(name)
  return { column, type, write: value => value, read: sql.ref(`i.${column}`) }
}

export const idsOf = (rows: readonly { readonly id: number }[]): readonly number[] => rows.map(row => row.id)
