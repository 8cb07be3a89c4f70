import { type TArray, type TOptional, type TSchema, type TString, Type } from 'typebox'
import { CommaList, IdOrWord, Ids, TimeZone, When, Words } from '#contract/shapes.ts'
import { issuableTypes } from '../shapes.ts'
import { dayFields, type FilteredList, type FilterField, type FilterValue, filterFields } from './filter-fields.ts'

const text = Type.String({ maxLength: 1000 })
const several = <Schema extends TSchema>(schema: Schema): TArray<Schema> => Type.Array(schema, { maxItems: 100 })
const texts: TArray<TString> = several(text)
const ids = several(Type.Integer())
const type = Words(issuableTypes)

/** The schemas of each kind of value: as a filter, negated, and as one of several. */
const shapes = {
  text: { is: text, not: text, or: texts },
  person: { is: text, not: text, or: texts },
  people: { is: texts, not: texts, or: texts },
  titles: { is: CommaList, not: CommaList, or: CommaList },
  id: { is: Type.Integer(), not: Type.Integer(), or: ids },
  ids: { is: ids, not: ids, or: ids },
  numbers: { is: Ids, not: Ids, or: Ids },
  ref: { is: IdOrWord, not: Type.Integer(), or: ids },
  refOrWord: { is: IdOrWord, not: IdOrWord, or: ids },
  refs: { is: several(IdOrWord), not: several(IdOrWord), or: several(IdOrWord) },
  flag: { is: Type.Boolean(), not: Type.Boolean(), or: Type.Array(Type.Boolean()) },
  yesNo: { is: Words(['yes', 'no']), not: Words(['yes', 'no']), or: texts },
  type: { is: type, not: type, or: Type.Array(type, { maxItems: 20 }) },
} satisfies Readonly<Record<FilterValue, Readonly<Record<FilterPart, TSchema>>>>

export type FilterPart = 'is' | 'not' | 'or'
type Fields = Readonly<Record<string, FilterField>>

/** The names of the filters that a list has, or that it has negated or as one of several. */
export type FilterNames<Table extends Fields, List extends FilteredList, In extends FilterPart> = In extends FilterPart
  ? {
      [Name in keyof Table]: Table[Name] extends { readonly [P in In]: readonly (infer Lists)[] }
        ? List extends Lists
          ? Name
          : never
        : never
    }[keyof Table]
  : never

type Inputs<Table extends Fields, List extends FilteredList, In extends FilterPart> = {
  [Name in FilterNames<Table, List, In>]: TOptional<(typeof shapes)[Table[Name]['value']][In]>
}

/** The inputs of a list for the filters of a table: by themselves, below `not`, and below `or`. */
export function inputsOf<Table extends Fields, List extends FilteredList>(fields: Table, list: List) {
  const inputs = <In extends FilterPart>(part: In) =>
    // Each has the schema of its kind.
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]) =>
        field[part]?.includes(list) ? [[name, Type.Optional(shapes[field.value][part])]] : [],
      ),
    ) as Inputs<Table, List, In>
  return { is: inputs('is'), not: inputs('not'), or: inputs('or') }
}

/** The filters of a list of issues, merge requests or epics by fields that are no plain attributes. */
export const filtersOf = <List extends FilteredList>(list: List) => inputsOf(filterFields, list)

type Days = typeof dayFields
type DayInputs<List extends FilteredList> = {
  [Word in keyof Days as List extends Days[Word]['is'][number] ? `${Word}After` | `${Word}Before` : never]: TOptional<
    typeof When
  >
}

/** The filters of a list by days and moments. */
export function dayFiltersOf<List extends FilteredList>(list: List) {
  const words = Object.entries(dayFields).flatMap(([word, { is }]) =>
    is.some(each => each === list) ? [`${word}After`, `${word}Before`] : [],
  )
  return {
    // Just those of the list are there.
    ...(Object.fromEntries(words.map(word => [word, Type.Optional(When)])) as DayInputs<List>),
    /** The time zone of the days. Without it they are days in UTC, and `2026-01-31` is their first moment. */
    timeZone: Type.Optional(TimeZone),
  }
}
