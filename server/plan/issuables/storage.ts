import { type RawBuilder, sql } from 'kysely'
import { snakeCase } from '#server/platform/text/case.ts'

type Scalar = string | number | boolean | null
type SqlType = 'text' | 'boolean' | 'integer' | 'bigint' | 'date'

/** Storage in a column of `issuables`. */
export interface ColumnStorage<Value> {
  readonly column: string
  readonly type: SqlType
  /** The value to store. */
  readonly write: (value: Value) => Scalar
  /** SQL for the value, from `issuables i`. */
  readonly read: RawBuilder<unknown>
}

/** Storage in a table of its own, one row per list item. */
export interface TableStorage<Value> {
  readonly table: 'issuable_labels' | 'issuable_assignees' | 'issuable_contacts' | 'merge_request_reviewers'
  readonly column: 'label_id' | 'user_id' | 'contact_id'
  /** The ids to store. */
  readonly ids: (value: Value) => readonly number[]
  /** SQL for the value, from `issuables i`. */
  readonly read: RawBuilder<unknown>
}

export type Storage<Value> = ColumnStorage<Value> | TableStorage<Value>

/** Storage in the column named after the attribute, without conversion. */
export function columnOf<Value extends Scalar>(name: string, type: SqlType): ColumnStorage<Value> {
  const column = snakeCase(name)
  return { column, type, write: value => value, read: sql.ref(`i.${column}`) }
}

export const idsOf = (rows: readonly { readonly id: number }[]): readonly number[] => rows.map(row => row.id)
