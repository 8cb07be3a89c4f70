import { type BarName, barNames, plainAttributes } from '#contract/plan/plain-attributes.ts'
import type { Search } from '#web/api/router/search.ts'
import { flag, inOwnWords } from './list-address.ts'

/** A token of the filter bar: what it looks at, which way, and for what. */
export interface Filter {
  readonly field: FieldKey
  readonly negated: boolean
  readonly value: string
}

export type FieldKey = 'author' | 'assignee' | 'label' | 'milestone' | 'reaction' | 'type' | BarName

interface Field {
  readonly key: FieldKey
  readonly label: string
  /** Its word in the address. */
  readonly word: string
  readonly canNegate: boolean
  /** Several of them at once all have to hold. */
  readonly isList: boolean
  /** Only for those who are signed in. */
  readonly needsViewer?: true
}

export const fields: readonly Field[] = [
  { key: 'author', label: 'Author', word: 'author_username', canNegate: true, isList: false },
  { key: 'assignee', label: 'Assignee', word: 'assignee_username', canNegate: true, isList: true },
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
  return { key: name, label, word: filter.word, canNegate: kind === 'count', isList: false }
}

export function fieldOf(key: FieldKey): Field {
  const field = fields.find(each => each.key === key)
  if (field === undefined) throw new Error(`There is no filter ${key}`)
  return field
}

const plainSpecials = {
  flag: [
    { value: 'true', label: 'Yes' },
    { value: 'false', label: 'No' },
  ],
  count: [
    { value: 'None', label: 'None' },
    { value: 'Any', label: 'Any' },
  ],
} as const

/** Words that stand for several things: they cannot be negated together with others. */
export const specials: Readonly<
  Partial<Record<FieldKey, readonly { readonly value: string; readonly label: string }[]>>
> = {
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
  ...Object.fromEntries(barNames.map(name => [name, plainSpecials[plainAttributes[name].kind]])),
}

/** The filters that an address holds, in the order of the fields. */
export function filtersOf(address: Search): readonly Filter[] {
  const search = inOwnWords(address)
  const not = typeof search.not === 'object' && !Array.isArray(search.not) ? (search.not as Search) : {}
  return fields.flatMap(field => [
    ...(field.key === 'assignee' && typeof search.assignee_id === 'string'
      ? [{ field: field.key, negated: false, value: search.assignee_id }]
      : []),
    ...valuesOf(field, search[field.word], false).map(value => ({ field: field.key, negated: false, value })),
    ...(field.canNegate
      ? valuesOf(field, not[field.word], true).map(value => ({ field: field.key, negated: true, value }))
      : []),
  ])
}

/** The words of the address for some filters; a field that holds one value keeps the last. */
export function wordsOf(filters: readonly Filter[]): Readonly<Record<string, Search[string] | undefined>> {
  const words: Record<string, string | string[] | undefined> = { assignee_id: undefined }
  const not: Record<string, string | string[]> = {}
  for (const field of fields) words[field.word] = undefined
  for (const { field: key, negated, value } of filters) {
    const field = fieldOf(key)
    if (key === 'assignee' && !negated && isSpecial(key, value)) {
      words.assignee_id = value
      continue
    }
    const into = negated ? not : words
    const known = into[field.word]
    into[field.word] = field.isList ? [...(Array.isArray(known) ? known : []), value] : value
  }
  return { ...words, not: Object.keys(not).length === 0 ? undefined : not }
}

/** Filters with one more, without those it replaces. */
export function withFilter(filters: readonly Filter[], added: Filter): readonly Filter[] {
  const field = fieldOf(added.field)
  const isAlone = (value: string) => isSpecial(added.field, value)
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

export const isSpecial = (field: FieldKey, value: string): boolean =>
  specials[field]?.some(special => special.value === value) ?? false

/** A value as a person reads it: `@ann`, `~bug`, `Upcoming`. */
export function nameOf({ field, value }: Pick<Filter, 'field' | 'value'>): string {
  const special = specials[field]?.find(each => each.value === value)
  if (special) return special.label
  return field === 'author' || field === 'assignee' ? `@${value}` : field === 'reaction' ? `:${value}:` : value
}

/** The values by which the list is filtered: what it passes over is no filter. */
function valuesOf({ key, isList }: Field, value: Search[string] | undefined, isNegated: boolean): readonly string[] {
  if (Array.isArray(value)) return isList ? value : []
  if (typeof value !== 'string' || value === '') return []
  if (isList) return value.split(',')
  if (key === 'type') return isSpecial(key, value) ? [value] : []
  const name = barNames.find(each => each === key)
  if (name === undefined) return [value]
  if (plainAttributes[name].kind === 'flag') return [flag(value)].filter(isDefined).map(String)
  return isNegated && !/^\d+$/.test(value) ? [] : [value]
}

const isDefined = <T>(value: T | undefined): value is T => value !== undefined
