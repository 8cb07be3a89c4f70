import { type RawBuilder, sql } from 'kysely'
import { type FilteredList, type FilterField, filterFields } from '#contract/plan/lists/filter-fields.ts'
import type { FilterPart } from '#contract/plan/lists/list-filters.ts'
import type { Context } from '#server/context.ts'
import type { SchemaTypes } from '#server/graphql/builder.ts'
import type { Maybe } from '#server/graphql/maybe.ts'
import type { AnyFieldConditions } from './condition-table.ts'
import type { IssueFilter } from './filter.ts'
import { issuableConditions } from './issuable-conditions.ts'
import { todayIn } from './moments.ts'

/** A builder of arguments, or of the fields of an input. */
export type FilterBuilder = PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'Arg' | 'InputObject'>

const declared: Readonly<Record<string, FilterField>> = filterFields
const conditions: AnyFieldConditions = issuableConditions

/** The names of the filters of a list that GraphQL takes as they are declared. */
const namesOf = (list: FilteredList, part: FilterPart): readonly string[] =>
  Object.keys(conditions).filter(
    name => conditions[name]?.graphql?.[part] !== undefined && declared[name]?.[part]?.includes(list),
  )

/** The name for several values below `or`. */
const pluralOf = (name: string): string => `${name}s`

/** The arguments for these filters. */
export const declaredArgs = (t: FilterBuilder, list: FilteredList) =>
  Object.fromEntries(namesOf(list, 'is').map(name => [name, t.string()]))

/** The arguments below `not`. @param isSingle  takes one value, also where other lists take several */
export const negatedArgs = (t: FilterBuilder, list: FilteredList, isSingle = false) =>
  Object.fromEntries(
    namesOf(list, 'not').map(name => [
      name,
      isSingle || conditions[name]?.graphql?.not === 'string' ? t.string() : t.stringList(),
    ]),
  )

/** The arguments below `or`. */
export const unionedArgs = (t: FilterBuilder, list: FilteredList) =>
  Object.fromEntries(namesOf(list, 'or').map(name => [pluralOf(name), t.stringList()]))

/** The arguments below `or` with their older names, which are those of the filters. */
export const unionedArgsInBothNames = (t: FilterBuilder, list: FilteredList) => ({
  ...unionedArgs(t, list),
  ...Object.fromEntries(
    namesOf(list, 'or').map(name => [name, t.stringList({ deprecationReason: `Use ${pluralOf(name)}.` })]),
  ),
})

interface DeclaredFilter {
  readonly filter: Pick<IssueFilter, 'iterationTitle'>
  readonly not: object
  readonly or: object
}

interface FilterArgs {
  readonly not?: Maybe<object>
  readonly or?: Maybe<object>
}

/** The filter in these arguments of a query, except for several values below `not`. */
export const readDeclared = (list: FilteredList, { not, or, ...asked }: FilterArgs): DeclaredFilter => ({
  filter: valuesIn(namesOf(list, 'is'), asked),
  not: Object.fromEntries(
    Object.entries(valuesIn(namesOf(list, 'not'), not)).filter(([, value]) => !Array.isArray(value)),
  ),
  or: {
    ...valuesIn(namesOf(list, 'or'), or),
    ...Object.fromEntries(
      namesOf(list, 'or').flatMap(name => Object.values(valuesIn([pluralOf(name)], or)).map(value => [name, value])),
    ),
  },
})

/** Several values below `not`, which the filter of the REST API cannot have, as conditions on `issuables i`. */
export function negatedConditions(
  ctx: Context,
  list: FilteredList,
  not: Maybe<object>,
): readonly RawBuilder<unknown>[] {
  const at = { ctx, today: todayIn(ctx, undefined), beside: {} }
  return Object.entries(valuesIn(namesOf(list, 'not'), not)).flatMap(([name, values]) => {
    // Texts, as the schema has them.
    const condition = Array.isArray(values) ? conditions[name]?.or?.(values as never, at) : undefined
    return condition === undefined ? [] : [sql`not coalesce(${condition}, false)`]
  })
}

/** The values of some arguments, without those that are not given. */
function valuesIn(names: readonly string[], asked: Maybe<object>): Readonly<Record<string, unknown>> {
  const values: Readonly<Record<string, unknown>> = { ...asked }
  return Object.fromEntries(names.flatMap(name => (values[name] == null ? [] : [[name, values[name]]])))
}
