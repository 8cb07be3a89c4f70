import { type BarName, barNames, choiceOf, plainAttributes } from '#contract/plan/plain-attributes.ts'
import type { Search } from '#web/api/router/search.ts'
import { flag, inOwnWords } from './list-address.ts'

/** A token of the filter bar: what it looks at, which way, and for what. */
export interface Filter {
  readonly field: FieldKey
  readonly negated: boolean
  readonly value: string
}

export type FieldKey =
  | 'author'
  | 'assignee'
  | 'label'
  | 'milestone'
  | 'reaction'
  | 'type'
  | 'reviewer'
  | 'approver'
  | 'draft'
  | 'target'
  | 'source'
  | BarName

export interface Field {
  readonly key: FieldKey
  readonly label: string
  /** Its word in the address. */
  readonly word: string
  readonly canNegate: boolean
  /** Several of them at once all have to hold. */
  readonly isList: boolean
  /** The word of the address for None and Any, where it is another. */
  readonly specialWord?: string
  /** Only for those who are signed in. */
  readonly needsViewer?: true
}

type Specials = Readonly<Partial<Record<FieldKey, readonly { readonly value: string; readonly label: string }[]>>>

/** The filters of a list, and their words that stand for several things. */
export interface FilterSet {
  readonly fields: readonly Field[]
  readonly specials: Specials
}

export const fields: readonly Field[] = [
  { key: 'author', label: 'Author', word: 'author_username', canNegate: true, isList: false },
  {
    key: 'assignee',
    label: 'Assignee',
    word: 'assignee_username',
    canNegate: true,
    isList: true,
    specialWord: 'assignee_id',
  },
  { key: 'label', label: 'Label', word: 'labels', canNegate: true, isList: true },
  { key: 'milestone', label: 'Milestone', word: 'milestone', canNegate: true, isList: false },
  { key: 'type', label: 'Type', word: 'issue_type', canNegate: false, isList: false },
  ...barNames.map(plainField),
  {
    key: 'reaction',
    label: 'My reaction',
    word: 'my_reaction_emoji',
    canNegate: true,
    isList: false,
    needsViewer: true,
  },
]

function plainField(name: BarName): Field {
  const { label, kind, filter } = plainAttributes[name]
  return { key: name, label, word: filter.word, canNegate: kind !== 'flag', isList: false }
}

function plainSpecialsOf(name: BarName) {
  const attribute = plainAttributes[name]
  if (attribute.kind === 'flag') return plainSpecials.flag
  return [...plainSpecials.noneOrAny, ...(attribute.kind === 'choice' ? attribute.choices : [])]
}

export function fieldOf(key: FieldKey, set: FilterSet = issueFilterSet): Field {
  const field = set.fields.find(each => each.key === key)
  if (field === undefined) throw new Error(`There is no filter ${key}`)
  return field
}

const plainSpecials = {
  flag: [
    { value: 'true', label: 'Yes' },
    { value: 'false', label: 'No' },
  ],
  noneOrAny: [
    { value: 'None', label: 'None' },
    { value: 'Any', label: 'Any' },
  ],
} as const

/** Words that stand for several things: they cannot be negated together with others. */
export const specials: Specials = {
  assignee: [
    { value: 'None', label: 'None' },
    { value: 'Any', label: 'Any' },
  ],
  label: [
    { value: 'None', label: 'None' },
    { value: 'Any', label: 'Any' },
  ],
  milestone: [
    { value: 'None', label: 'None' },
    { value: 'Any', label: 'Any' },
    { value: '#upcoming', label: 'Upcoming' },
    { value: '#started', label: 'Started' },
  ],
  reaction: [
    { value: 'None', label: 'None' },
    { value: 'Any', label: 'Any' },
  ],
  type: [
    { value: 'issue', label: 'Issue' },
    { value: 'incident', label: 'Incident' },
    { value: 'task', label: 'Task' },
  ],
  ...Object.fromEntries(barNames.map(name => [name, plainSpecialsOf(name)])),
}

export const issueFilterSet: FilterSet = { fields, specials }

/** The filters that an address holds, in the order of the fields. */
export function filtersOf(address: Search, set: FilterSet = issueFilterSet): readonly Filter[] {
  const search = inOwnWords(address)
  const not = typeof search.not === 'object' && !Array.isArray(search.not) ? (search.not as Search) : {}
  return set.fields.flatMap(field => [
    ...specialOf(field, search).map(value => ({ field: field.key, negated: false, value })),
    ...valuesOf(field, search[field.word], false, set).map(value => ({ field: field.key, negated: false, value })),
    ...(field.canNegate
      ? valuesOf(field, not[field.word], true, set).map(value => ({ field: field.key, negated: true, value }))
      : []),
  ])
}

const specialOf = ({ specialWord }: Field, search: Search): readonly string[] => {
  const value = specialWord === undefined ? undefined : search[specialWord]
  return typeof value === 'string' ? [value] : []
}

/** The words of the address for some filters; a field that holds one value keeps the last. */
export function wordsOf(
  filters: readonly Filter[],
  set: FilterSet = issueFilterSet,
): Readonly<Record<string, Search[string] | undefined>> {
  const words: Record<string, string | string[] | undefined> = {}
  const not: Record<string, string | string[]> = {}
  // In an address these words stand first, for any order of the filters.
  for (const { specialWord } of set.fields) if (specialWord !== undefined) words[specialWord] = undefined
  for (const { word } of set.fields) words[word] = undefined
  for (const { field: key, negated, value } of filters) {
    const field = fieldOf(key, set)
    if (field.specialWord !== undefined && !negated && isSpecial(key, value, set)) {
      words[field.specialWord] = value
      continue
    }
    const into = negated ? not : words
    const known = into[field.word]
    into[field.word] = field.isList ? [...(Array.isArray(known) ? known : []), value] : value
  }
  return { ...words, not: Object.keys(not).length === 0 ? undefined : not }
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
      if (filter.value === added.value) return false
      if (filter.negated !== added.negated) return !isAlone(added.value) && !isAlone(filter.value)
      return field.isList && !isAlone(added.value) && !isAlone(filter.value)
    }),
    added,
  ]
}

export const isSpecial = (field: FieldKey, value: string, set: FilterSet = issueFilterSet): boolean =>
  set.specials[field]?.some(special => special.value === value) ?? false

/** Filters by a person. */
export const people: ReadonlySet<FieldKey> = new Set(['author', 'assignee', 'reviewer', 'approver'])

/** A value as a person reads it: `@ann`, `~bug`, `Upcoming`. */
export function nameOf({ field, value }: Pick<Filter, 'field' | 'value'>, set: FilterSet = issueFilterSet): string {
  const special = set.specials[field]?.find(each => each.value === value)
  if (special) return special.label
  return people.has(field) ? `@${value}` : field === 'reaction' ? `:${value}:` : value
}

/** The values by which the list is filtered: what it passes over is no filter. */
function valuesOf(
  { key, isList }: Field,
  value: Search[string] | undefined,
  isNegated: boolean,
  set: FilterSet,
): readonly string[] {
  if (Array.isArray(value)) return isList ? value : []
  if (typeof value !== 'string' || value === '') return []
  if (isList) return value.split(',')
  if (key === 'type' || key === 'draft') return isSpecial(key, value, set) ? [value] : []
  const name = barNames.find(each => each === key)
  if (name === undefined) return [value]
  const { kind } = plainAttributes[name]
  if (kind === 'flag') return [flag(value)].filter(isDefined).map(String)
  if (kind === 'choice') return isNegated ? [value].filter(word => choiceOf(name, word)) : [value]
  return isNegated && !/^\d+$/.test(value) ? [] : [value]
}

const isDefined = <T>(value: T | undefined): value is T => value !== undefined
