import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'

export type Condition = RawBuilder<unknown>

/** The context of a condition, besides its value. */
export interface FilterAt {
  readonly ctx: Context
  /** The day of the reader, yyyy-mm-dd. */
  readonly today: string
  /** The other values of the filter; below `not`, those below `not`. */
  readonly beside: Readonly<Record<string, unknown>>
}

type ValueIn<Group, Name> = Name extends keyof Group ? Exclude<Group[Name], undefined> : never

interface FilterShape {
  readonly not?: object | undefined
  readonly or?: object | undefined
}

/**
 * The conditions of a field: `is` keeps the rows with a value, `not` those without it (by default, the negation of `is`), and `or`
 * those with any of several values.
 */
export interface FieldCondition<Is, Not, Or> {
  /** Null if the value does not filter. */
  readonly is?: (value: Is, at: FilterAt) => Condition | null
  readonly not?: (value: Not, at: FilterAt) => Condition | null
  readonly or?: (values: Or, at: FilterAt) => Condition
  /** GraphQL takes it by its own name, and below `or` by its plural. Other names stand in `graphql-filter.ts`. */
  readonly graphql?: { readonly is: 'string'; readonly not?: 'string' | 'strings'; readonly or?: 'strings' }
}

/** The conditions of the fields of a filter, by name. */
export type FieldConditions<Filter extends FilterShape, Name extends string> = {
  readonly [N in Name]: FieldCondition<
    ValueIn<Filter, N>,
    ValueIn<NonNullable<Filter['not']>, N>,
    ValueIn<NonNullable<Filter['or']>, N>
  >
}

// Each name has the condition for its values: the type above says so.
export type AnyFieldConditions = Readonly<Record<string, FieldCondition<never, never, never>>>
type Values = Readonly<Record<string, unknown>>

/** The conditions that a table has for the values of a filter. Values of other names are not looked at. */
export function fieldConditions(
  fields: AnyFieldConditions,
  at: Omit<FilterAt, 'beside'>,
  filter: FilterShape,
): readonly Condition[] {
  const values: Values = { ...filter }
  const not: Values = { ...filter.not }
  const [plainly, negated] = [
    { ...at, beside: values },
    { ...at, beside: not },
  ]
  return [
    ...Object.entries(fields).flatMap(([name, field]) => [
      ...heldBy(field.is, values[name], plainly),
      ...(field.not === undefined
        ? heldBy(field.is, not[name], negated).map(isNot)
        : heldBy(field.not, not[name], negated)),
    ]),
    ...oneOfConditions(fields, plainly, filter.or),
  ]
}

/** The condition for one of the values of each field. @param or  names with several values */
export const oneOfConditions = (
  fields: AnyFieldConditions,
  at: FilterAt,
  or: object | undefined,
): readonly Condition[] => {
  const values: Values = { ...or }
  return Object.entries(fields).flatMap(([name, field]) => {
    const given = values[name]
    const several = Array.isArray(given) ? [...new Set(given)].filter(value => value !== '') : []
    return several.length === 0 ? [] : heldBy(field.or, several, at)
  })
}

function heldBy(
  condition: ((value: never, at: FilterAt) => Condition | null) | undefined,
  value: unknown,
  at: FilterAt,
): readonly Condition[] {
  if (condition === undefined || value === undefined || value === '') return []
  // The contract has parsed the value of the field.
  const held = condition(value as never, at)
  return held === null ? [] : [held]
}

const isNot = (condition: Condition): Condition => sql`not coalesce(${condition}, false)`

/** Conditions of which one has to hold. */
export const anyOf = (conditions: readonly Condition[]): Condition =>
  sql`(${sql.join(
    conditions.map(each => sql`coalesce(${each}, false)`),
    sql` or `,
  )})`

/** Conditions that all have to hold; null for none. */
export const allOf = (conditions: readonly Condition[]): Condition | null =>
  conditions.length === 0 ? null : sql`${sql.join(conditions, sql` and `)}`

/** A word in place of a value, in lower case. */
export const lowerWord = (value: unknown): string => String(value).toLowerCase().replace(/^#/, '')
