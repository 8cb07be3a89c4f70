import type { BarName } from '#contract/plan/attributes/plain-attributes.ts'
import {
  dayFields,
  type FieldById,
  type FilteredList,
  fieldsById,
  type filterFields,
} from '#contract/plan/lists/filter-fields.ts'
import { inOwnWords } from '#contract/plan/lists/list-words.ts'
import { isWhen } from '#contract/plan/lists/when-words.ts'
import type { Search } from '#web/api/router/search.ts'
import { dayName } from '../days.ts'
import { type ListField, type ListFields, listFields, urlWord, valueIn } from './fields.ts'
import { flag, nested } from './read-words.ts'

/** The way in which a list is filtered by a field. */
export type How =
  | 'is'
  | 'is within'
  | 'is one of'
  | 'or is'
  | 'is not'
  | 'is not within'
  | 'on or after'
  | 'on or before'

/**
 * A token of the filter bar: its field, its operator and its value. If one of several values is enough, each value has
 * a filter.
 */
export interface Filter {
  readonly field: FieldKey
  readonly how: How
  readonly value: string
}

type Keys<Table> = { [Name in keyof Table]: Table[Name] extends { readonly key: infer Key } ? Key : never }[keyof Table]

export type FieldKey =
  | Keys<typeof filterFields>
  | keyof typeof dayFields
  | BarName
  // The fields of merge requests and to-dos, which are declared above this area.
  | ('reviewer' | 'approver' | 'draft' | 'target' | 'source')
  | ('project' | 'group' | 'reason' | 'state')

export interface Field {
  readonly key: FieldKey
  readonly label: string
  /** The name of its input; of a field by days alone, its word. */
  readonly name: string
  readonly value: ListField['value'] | 'day'
  readonly hows: readonly How[]
  /** The name below `or` and `any`, if lists can be filtered by one of several values. */
  readonly orName: string
  /** The name with `_after` and `_before`. */
  readonly dayWord?: string
  /** The name for None and Any, where it is another. */
  readonly specialName?: string | undefined
  /** The name that makes `is` include what is below the value. */
  readonly withinName?: string | undefined
  readonly needs?: 'viewer' | 'contacts' | undefined
}

type Specials = Readonly<Partial<Record<FieldKey, readonly { readonly value: string; readonly label: string }[]>>>

/** The filters of a list, and their words that stand for several things. */
export interface FilterSet {
  readonly table: ListFields
  readonly fields: readonly Field[]
  readonly specials: Specials
  /** Values with their names, if the page has them itself. They can be negated and combined. */
  readonly values?: Specials
  /** Words of the address that filter without a token in the bar. */
  readonly unshown: readonly string[]
  /** Whether all rows are of one type. */
  readonly fixedType?: boolean
  /** The default state of the list, if it is not `opened`. */
  readonly usualState?: string
}

const dayHows = ['on or after', 'on or before'] as const

/** The filters of a list, by its table. */
export function filterSetOf(list: FilteredList, table: ListFields = listFields): FilterSet {
  const has = (lists: readonly FilteredList[] | undefined) => lists?.includes(list) === true
  const declared = Object.entries(table)
  const shown = declared.flatMap(([name, { is, not, or, key, label, ...field }]): Field[] => {
    const orName = declared.find(([, { orOf }]) => orOf === name)?.[0] ?? name
    if (key === undefined || label === undefined || !has(is)) return []
    const isWithin = field.withinName !== undefined
    const canBeOne = has(or) || has(table[orName]?.or)
    const hows: readonly How[] = [
      'is',
      ...(isWithin ? (['is within'] as const) : []),
      ...(canBeOne ? (['is one of'] as const) : []),
      ...(has(not) ? (['is not'] as const) : []),
      ...(has(not) && isWithin ? (['is not within'] as const) : []),
      // Only lists of issues can be filtered by values of which any may hold, whichever field it is of.
      ...(canBeOne && list === 'issue' ? (['or is'] as const) : []),
    ]
    // The keys of the tables are those of the type.
    return [{ ...field, name, orName, key: key as FieldKey, label, hows }]
  })
  const byDay = Object.entries(dayFields).flatMap(([word, { label, is }]): Field[] => {
    if (!has(is)) return []
    const known = shown.find(({ key }) => key === word)
    const day = { dayWord: word, hows: [...(known?.hows ?? []), ...dayHows] }
    // The same.
    return [{ key: word as FieldKey, label, name: word, orName: word, value: 'day', ...known, ...day }]
  })
  return {
    table,
    fields: [...shown.filter(({ key }) => !byDay.some(day => day.key === key)), ...byDay],
    specials: Object.fromEntries(
      declared.flatMap(([, { key, is, words }]) =>
        key !== undefined && words !== undefined && has(is)
          ? [[key, Object.entries(words).map(([value, label]) => ({ value, label }))]]
          : [],
      ),
    ),
    unshown: declared.flatMap(([name, { link, not }]) =>
      has(link) ? [urlWord(name), ...(has(not) ? [`not[${urlWord(name)}]`] : [])] : [],
    ),
  }
}

export const issueFilterSet = filterSetOf('issue')

export function fieldOf(key: FieldKey, set: FilterSet = issueFilterSet): Field {
  const field = set.fields.find(each => each.key === key)
  if (field === undefined) throw new Error(`There is no filter ${key}`)
  return field
}

/** The filters that an address holds, in the order of the fields. */
export function filtersOf(address: Search, set: FilterSet = issueFilterSet): readonly Filter[] {
  const search = inOwnWords(address)
  const not = nested(search.not)
  return set.fields.flatMap(field => {
    const values: Readonly<Record<How, () => readonly string[]>> = {
      is: () => (isWithin(field, search) ? [] : [...specialOf(field, search), ...valuesOf(field, 'is', search, set)]),
      'is within': () => (isWithin(field, search) ? valuesOf(field, 'not', search, set) : []),
      'is one of': () => valuesOf(field, 'or', nested(search.or), set),
      'or is': () => valuesOf(field, 'or', nested(search.any), set),
      'is not': () => (isWithin(field, not) ? [] : valuesOf(field, 'not', not, set)),
      'is not within': () => (isWithin(field, not) ? valuesOf(field, 'not', not, set) : []),
      'on or after': () => dayIn(search[`${field.dayWord}_after`]),
      'on or before': () => dayIn(search[`${field.dayWord}_before`]),
    }
    return field.hows.flatMap(how => values[how]().map(value => ({ field: field.key, how, value })))
  })
}

const isWithin = ({ withinName }: Field, search: Search): boolean =>
  withinName !== undefined && flag(search[urlWord(withinName)]) === true

const dayIn = (value: Search[string] | undefined): readonly string[] =>
  typeof value === 'string' && isWhen(value) ? [value] : []

const specialOf = ({ specialName }: Field, search: Search): readonly string[] => {
  const value = specialName === undefined ? undefined : search[urlWord(specialName)]
  return typeof value === 'string' ? [value] : []
}

/** The words of the address for some filters; a field that holds one value keeps the last. */
export function wordsOf(
  filters: readonly Filter[],
  set: FilterSet = issueFilterSet,
): Readonly<Record<string, Search[string] | undefined>> {
  const words: Record<string, string | string[] | undefined> = {}
  const not: Record<string, string | string[]> = {}
  const several: Record<'or' | 'any', Record<string, string[]>> = { or: {}, any: {} }
  // These words come first in an address, for any order of the filters.
  for (const { specialName } of set.fields) if (specialName !== undefined) words[urlWord(specialName)] = undefined
  for (const { name, dayWord, withinName } of set.fields) {
    words[urlWord(name)] = undefined
    if (withinName !== undefined) words[urlWord(withinName)] = undefined
    if (dayWord !== undefined) for (const edge of ['after', 'before']) words[`${dayWord}_${edge}`] = undefined
  }
  for (const { field: key, how, value } of filters) {
    const field = fieldOf(key, set)
    if (how === 'is one of' || how === 'or is') {
      const word = urlWord(field.orName)
      const into = several[how === 'or is' ? 'any' : 'or']
      into[word] = [...(into[word] ?? []), value]
    } else if (how === 'on or after' || how === 'on or before') {
      words[`${field.dayWord}_${how === 'on or after' ? 'after' : 'before'}`] = value
    } else if (field.specialName !== undefined && how === 'is' && isSpecial(key, value, set)) {
      words[urlWord(field.specialName)] = value
    } else {
      const into = isNegated(how) ? not : words
      if (how.endsWith('within') && field.withinName !== undefined) into[urlWord(field.withinName)] = 'true'
      const word = urlWord(field.name)
      const known = into[word]
      into[word] = isList(field) ? [...(Array.isArray(known) ? known : []), value] : value
    }
  }
  const orNothing = <T extends object>(each: T) => (Object.keys(each).length === 0 ? undefined : each)
  return { ...words, not: orNothing(not), or: orNothing(several.or), any: orNothing(several.any) }
}

/** Filters with one more, without those it replaces. */
export function withFilter(
  filters: readonly Filter[],
  added: Filter,
  set: FilterSet = issueFilterSet,
): readonly Filter[] {
  const field = fieldOf(added.field, set)
  const isAlone = (value: string) => isSpecial(added.field, value, set)
  return [
    ...filters.filter(filter => {
      if (filter.field !== added.field) return true
      if (filter.how === 'or is' || added.how === 'or is')
        return filter.how !== added.how || filter.value !== added.value
      if (filter.value === added.value && !isByDay(filter.how)) return false
      // Each end of a span of days is there once.
      if (isByDay(filter.how) || isByDay(added.how)) return filter.how !== added.how
      if (filter.how === 'is one of' || added.how === 'is one of')
        return filter.how === added.how || isNegated(filter.how) || isNegated(added.how)
      if (isNegated(filter.how) === isNegated(added.how) && !isList(field)) return false
      if (filter.how !== added.how) return !isAlone(added.value) && !isAlone(filter.value)
      return isList(field) && !isAlone(added.value) && !isAlone(filter.value)
    }),
    added,
  ]
}

/** Whether a filter leaves out what it names. */
const isNegated = (how: How): boolean => how.startsWith('is not')

export const isByDay = (how: How | null): boolean => how === 'on or after' || how === 'on or before'

const isSpecial = (field: FieldKey, value: string, set: FilterSet = issueFilterSet): boolean =>
  set.specials[field]?.some(special => special.value === value) ?? false

/** Whether several values at once all have to hold. */
export const isList = ({ value }: Field): boolean => value === 'people' || value === 'titles'

export const isPerson = ({ value }: Pick<Field, 'value'>): boolean => value === 'person' || value === 'people'

/** A value as a person reads it: `@ann`, `~bug`, `Upcoming`. */
export function nameOf(
  { field, how = 'is', value }: Pick<Filter, 'field' | 'value'> & { readonly how?: How },
  set: FilterSet = issueFilterSet,
): string {
  if (isByDay(how)) return dayName(value)
  const known = [set.specials[field], set.values?.[field]]
    .flatMap(each => each ?? [])
    .find(each => each.value === value)
  if (known) return known.label
  return isPerson(fieldOf(field, set)) ? `@${value.replace(/^@/, '')}` : field === 'reaction' ? `:${value}:` : value
}

/** Whether the values of a field are named by their ids. */
export const isById = (key: FieldKey): key is FieldById => fieldsById.some(each => each === key)

/** The values by which the list is filtered: what it passes over is no filter. @param words  below `not` or `or`, what stands there */
function valuesOf(field: Field, part: 'is' | 'not' | 'or', words: Search, set: FilterSet): readonly string[] {
  const name = part === 'or' ? field.orName : field.name
  const found = valueIn(set.table, name, part, words)
  // A number stays as it is written, however large.
  if (!Array.isArray(found))
    return found === undefined ? [] : [String(typeof found === 'number' ? words[urlWord(name)] : found)]
  return (isList(field) || part === 'or' ? found : found.slice(0, 1)).map(String)
}
