import { type InsertType, type RawBuilder, type SelectType, sql } from 'kysely'
import type { Static, TSchema } from 'typebox'
import { type SnakeCase, snakeCase, type Wire } from '#server/platform/text/case.ts'
import type { Database } from './database.ts'

type ColumnOf<Table extends keyof Database> = keyof Database[Table] & string
type ValueOf<Table extends keyof Database, Column extends ColumnOf<Table>> = SelectType<Database[Table][Column]>

/** The columns that hold moments: others are written as they are read. */
type MomentOf<Table extends keyof Database> = {
  [Column in ColumnOf<Table>]: unknown extends InsertType<Database[Table][Column]>
    ? never
    : Date extends InsertType<Database[Table][Column]>
      ? Column
      : never
}[ColumnOf<Table>]

type FieldsOf<Table extends keyof Database, Column extends ColumnOf<Table>> = {
  readonly [Each in Column as SnakeCase<Each>]: RawBuilder<ValueOf<Table, Each>>
}

/** A table in a statement, with its columns typed: one that was renamed or dropped fails to compile at each use. */
export interface Columns<Table extends keyof Database> {
  <Column extends ColumnOf<Table>>(column: Column): RawBuilder<ValueOf<Table, Column>>
  /** Columns as members of a JSON object, under their names. */
  readonly fields: <Column extends Exclude<ColumnOf<Table>, MomentOf<Table>>>(
    ...columns: readonly Column[]
  ) => FieldsOf<Table, Column>
  /** The same of moments, in ISO 8601 with milliseconds. */
  readonly moments: <Column extends MomentOf<Table>>(...columns: readonly Column[]) => FieldsOf<Table, Column>
}

/** @param alias  of the table in the statement */
export function columnsOf<Table extends keyof Database>(_table: Table, alias: string): Columns<Table> {
  const column = (name: string) => columnNamed(`"${alias}"."${snakeCase(name)}"`)
  const fieldsOf = (names: readonly string[], read: (name: string) => RawBuilder<unknown>) =>
    Object.fromEntries(names.map(name => [snakeCase(name), read(name)]))
  const columns = Object.assign(column, {
    fields: (...names: readonly string[]) => fieldsOf(names, column),
    moments: (...names: readonly string[]) => fieldsOf(names, name => moment(column(name))),
  })
  // The names are those of the table's type, and so are the types of their values.
  return columns as unknown as Columns<Table>
}

/** The columns that the code names: statements name hundreds, in texts that are built anew for each request. */
const columnsByText = new Map<string, RawBuilder<string>>()

function columnNamed(text: string): RawBuilder<string> {
  const known = columnsByText.get(text)
  if (known !== undefined) return known
  const made = sql.raw<string>(text)
  columnsByText.set(text, made)
  return made
}

/** The members of a JSON object or the columns of a row, each with the SQL that makes it, in the order in which they are written. */
export type Fields<Shape = Readonly<Record<string, unknown>>> = {
  readonly [Name in keyof Shape]: RawBuilder<Shape[Name]>
}

/** The shape that a statement builds from fields. */
export type ShapeOf<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends RawBuilder<infer Value> ? Value : never
}

/** The fields of a shape of the contract: one that is missing, or that reads something else, fails to compile. */
export type WireFields<Schema extends TSchema> = Fields<Wire<Static<Schema>>>

/** A JSON object that PostgreSQL makes. */
export const object = <F extends Fields>(fields: F): RawBuilder<ShapeOf<F>> => sql`json_build_object(${pairs(fields)})`

/** The same as `jsonb`, which others can be joined to. */
export const objectb = <F extends Fields>(fields: F): RawBuilder<ShapeOf<F>> =>
  sql`jsonb_build_object(${pairs(fields)})`

/** A JSON object where something is there, and else null. @param isThere  a value that is null where it is not, such as an id */
export const objectWhere = <F extends Fields>(isThere: RawBuilder<unknown>, fields: F): RawBuilder<ShapeOf<F> | null> =>
  sql`case when ${isThere} is not null then ${object(fields)} end`

/**
 * A JSON array with an element for each row; empty where there is none.
 *
 * @param from  begins at `from`
 * @param order  as after `order by`
 */
export const arrayOf = <Element>(
  element: RawBuilder<Element>,
  from: RawBuilder<unknown>,
  order?: RawBuilder<unknown>,
): RawBuilder<readonly Element[]> =>
  sql`(select coalesce(json_agg(${element}${order === undefined ? sql`` : sql` order by ${order}`}), '[]') ${from})`

/** A moment as JSON has it: ISO 8601 with milliseconds. */
export const moment = <Moment extends string | null>(column: RawBuilder<Moment>): RawBuilder<Moment> =>
  sql`iso(${column})`

/** A column that a check of the table holds to some words. */
export const wordColumn = <const Words extends readonly string[]>(
  _words: Words,
  column: RawBuilder<string>,
): RawBuilder<Words[number]> => column.$castTo<Words[number]>()

/** Fields as the arguments of `json_build_object`, where others stand beside them. */
export function pairs(fields: Fields): RawBuilder<unknown> {
  const names = Object.keys(fields).map(name => `'${name.replaceAll("'", "''")}', `)
  const fragments = [...names.map((name, at) => (at === 0 ? name : `, ${name}`)), '']
  // One part of a statement with all the names in its text is built in a third of the time of three parts for each name.
  return sql(fragments as unknown as TemplateStringsArray, ...Object.values(fields))
}
