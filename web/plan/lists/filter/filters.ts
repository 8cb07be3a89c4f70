import { type BarName, barNames, choiceOf, plainAttributes } from '#contract/plan/attributes/plain-attributes.ts'
import { type FieldById, fieldsById } from '#contract/plan/lists/filter-fields.ts'
import { inOwnWords, listed } from '#contract/plan/lists/list-words.ts'
import { isWhen } from '#contract/plan/lists/when-words.ts'
import type { Search } from '#web/api/router/search.ts'
import { dayName } from '../days.ts'
import { flag, nested } from '../list-address.ts'

/** How a list is filtered by a field. */
export type How =
  | 'is'
  | 'is within'
  | 'is one of'
  | 'or is'
  | 'is not'
  | 'is not within'
  | 'on or after'
  | 'on or before'

/** A token of the filter bar: what it looks at, which way, and for what. What is one of several values has a filter for each. */
export interface Filter {
  readonly field: FieldKey
  readonly how: How
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
  | 'created'
  | 'updated'
  | 'closed'
  | 'merged'
  | 'start'
  | 'due'
  | FieldById
  | 'project'
  | 'group'
  | 'reason'
  | 'state'
  | BarName

export interface Field {
  readonly key: FieldKey
  readonly label: string
  /** Its word in the address. */
  readonly word: string
  readonly hows: readonly How[]
  /** Its word below `or` and `any`, where lists can be filtered by one of several values. */
  readonly oneOfWord?: string
  /** Its words with `_after` and `_before`. */
  readonly dayWord?: string
  /** Several of them at once all have to hold. */
  readonly isList: boolean
  /** The word of the address for None and Any, where it is another. */
  readonly specialWord?: string
  /** The word that makes `is` include what is below the value. */
  readonly withinWord?: string
  /** Only for those who are signed in. */
  readonly needsViewer?: true
  /** Only for those who can read contacts. */
  readonly needsContacts?: true
}

type Specials = Readonly<Partial<Record<FieldKey, readonly { readonly value: string; readonly label: string }[]>>>

/** The filters of a list, and their words that stand for several things. */
export interface FilterSet {
  readonly fields: readonly Field[]
  readonly specials: Specials
  /** Values with their names, if the page has them itself. They can be negated and combined. */
  readonly values?: Specials
  /** Words of the address that filter without a token in the bar. */
  readonly unshown?: readonly string[]
  /** Whether all rows are of one type. */
  readonly fixedType?: boolean
  /** The default state of the list, if it is not `opened`. */
  readonly usualState?: string
}

/** The ways to filter by an attribute with many values, and by a day. */
export const hows = ['is', 'is one of', 'is not'] as const
const dayHows = ['on or after', 'on or before'] as const

export const fields: readonly Field[] = [
  {
    key: 'author',
    label: 'Author',
    word: 'author_username',
    oneOfWord: 'author_username',
    hows,
    isList: false,
  },
  {
    key: 'assignee',
    label: 'Assignee',
    word: 'assignee_username',
    oneOfWord: 'assignee_username',
    hows,
    isList: true,
    specialWord: 'assignee_id',
  },
  { key: 'label', label: 'Label', word: 'labels', oneOfWord: 'label_name', hows, isList: true },
  { key: 'milestone', label: 'Milestone', word: 'milestone', oneOfWord: 'milestone', hows, isList: false },
  {
    ...byId('epic', 'Epic', 'epic_id'),
    hows: ['is', 'is within', 'is one of', 'is not', 'is not within'],
    withinWord: 'include_subepics',
  },
  byId('iteration', 'Iteration', 'iteration_id'),
  byId('cadence', 'Iteration cadence', 'iteration_cadence_id'),
  { key: 'type', label: 'Type', word: 'issue_type', oneOfWord: 'issue_type', hows, isList: false },
  ...barNames.map(plainField),
  {
    key: 'reaction',
    label: 'My reaction',
    word: 'my_reaction_emoji',
    oneOfWord: 'my_reaction_emoji',
    hows,
    isList: false,
    needsViewer: true,
  },
  { ...byId('contact', 'Contact', 'crm_contact_id'), needsContacts: true },
  { ...byId('organization', 'Organization', 'crm_organization_id'), needsContacts: true },
  dayField('created', 'Created'),
  dayField('updated', 'Updated'),
  dayField('closed', 'Closed'),
  dayField('start', 'Start date'),
  { key: 'due', label: 'Due date', word: 'due_date', dayWord: 'due', hows: ['is', ...dayHows], isList: false },
]

export function dayField(key: 'created' | 'updated' | 'closed' | 'merged' | 'start', label: string): Field {
  return { key, label, word: key, dayWord: key, hows: dayHows, isList: false }
}

export function byId(key: FieldById, label: string, word: string): Field {
  return { key, label, word, oneOfWord: word, hows, isList: false }
}

function plainField(name: BarName): Field {
  const { label, kind, filter } = plainAttributes[name]
  if (kind === 'flag') return { key: name, label, word: filter.word, hows: ['is'], isList: false }
  return { key: name, label, word: filter.word, oneOfWord: filter.word, hows, isList: false }
}

function plainSpecialsOf(name: BarName) {
  const attribute = plainAttributes[name]
  if (attribute.kind === 'flag') return plainSpecials.flag
  if (attribute.kind !== 'choice') return plainSpecials.noneOrAny
  return 'blank' in attribute ? attribute.choices : [...plainSpecials.noneOrAny, ...attribute.choices]
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
  epic: plainSpecials.noneOrAny,
  iteration: [...plainSpecials.noneOrAny, { value: 'Current', label: 'Current' }],
  contact: plainSpecials.noneOrAny,
  organization: plainSpecials.noneOrAny,
  type: [
    { value: 'issue', label: 'Issue' },
    { value: 'incident', label: 'Incident' },
    { value: 'task', label: 'Task' },
  ],
  due: [
    { value: '0', label: 'None' },
    { value: 'any', label: 'Any' },
    { value: 'overdue', label: 'Overdue' },
    { value: 'today', label: 'Today' },
    { value: 'tomorrow', label: 'Tomorrow' },
    { value: 'week', label: 'This week' },
    { value: 'month', label: 'This month' },
  ],
  ...Object.fromEntries(barNames.map(name => [name, plainSpecialsOf(name)])),
}

/** Only lists of issues can be filtered by values of which any may hold, whichever field it is of. */
export const issueFilterSet: FilterSet = {
  fields: fields.map(field => (field.oneOfWord ? { ...field, hows: [...field.hows, 'or is'] } : field)),
  specials,
}

/** The filters that an address holds, in the order of the fields. */
export function filtersOf(address: Search, set: FilterSet = issueFilterSet): readonly Filter[] {
  const search = inOwnWords(address)
  const not = nested(search.not)
  return set.fields.flatMap(field => {
    const values: Readonly<Record<How, () => readonly string[]>> = {
      is: () =>
        isWithin(field, search)
          ? []
          : [...specialOf(field, search), ...valuesOf(field, search[field.word], false, set)],
      'is within': () => (isWithin(field, search) ? valuesOf(field, search[field.word], true, set) : []),
      'is one of': () => oneOfValues(field, search.or, set),
      'or is': () => oneOfValues(field, search.any, set),
      'is not': () => (isWithin(field, not) ? [] : valuesOf(field, not[field.word], true, set)),
      'is not within': () => (isWithin(field, not) ? valuesOf(field, not[field.word], true, set) : []),
      'on or after': () => dayIn(search[`${field.dayWord}_after`]),
      'on or before': () => dayIn(search[`${field.dayWord}_before`]),
    }
    return field.hows.flatMap(how => values[how]().map(value => ({ field: field.key, how, value })))
  })
}

const isWithin = ({ withinWord }: Field, search: Search): boolean =>
  withinWord !== undefined && flag(search[withinWord]) === true

const dayIn = (value: Search[string] | undefined): readonly string[] =>
  typeof value === 'string' && isWhen(value) ? [value] : []

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
  const several: Record<'or' | 'any', Record<string, string[]>> = { or: {}, any: {} }
  // In an address these words stand first, for any order of the filters.
  for (const { specialWord } of set.fields) if (specialWord !== undefined) words[specialWord] = undefined
  for (const { word, dayWord, withinWord } of set.fields) {
    words[word] = undefined
    if (withinWord !== undefined) words[withinWord] = undefined
    if (dayWord !== undefined) for (const edge of ['after', 'before']) words[`${dayWord}_${edge}`] = undefined
  }
  for (const { field: key, how, value } of filters) {
    const field = fieldOf(key, set)
    if (how === 'is one of' || how === 'or is') {
      const word = field.oneOfWord ?? field.word
      const into = several[how === 'or is' ? 'any' : 'or']
      into[word] = [...(into[word] ?? []), value]
    } else if (how === 'on or after' || how === 'on or before') {
      words[`${field.dayWord}_${how === 'on or after' ? 'after' : 'before'}`] = value
    } else if (field.specialWord !== undefined && how === 'is' && isSpecial(key, value, set)) {
      words[field.specialWord] = value
    } else {
      const into = isNegated(how) ? not : words
      if (how.endsWith('within') && field.withinWord !== undefined) into[field.withinWord] = 'true'
      const known = into[field.word]
      into[field.word] = field.isList ? [...(Array.isArray(known) ? known : []), value] : value
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
      if (isNegated(filter.how) === isNegated(added.how) && !field.isList) return false
      if (filter.how !== added.how) return !isAlone(added.value) && !isAlone(filter.value)
      return field.isList && !isAlone(added.value) && !isAlone(filter.value)
    }),
    added,
  ]
}

/** Whether a filter leaves out what it names. */
const isNegated = (how: How): boolean => how.startsWith('is not')

export const isByDay = (how: How | null): boolean => how === 'on or after' || how === 'on or before'

const isSpecial = (field: FieldKey, value: string, set: FilterSet = issueFilterSet): boolean =>
  set.specials[field]?.some(special => special.value === value) ?? false

/** Filters by a person. */
export const people: ReadonlySet<FieldKey> = new Set(['author', 'assignee', 'reviewer', 'approver'])

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
  return people.has(field) ? `@${value.replace(/^@/, '')}` : field === 'reaction' ? `:${value}:` : value
}

function oneOfValues({ key, oneOfWord }: Field, words: Search[string] | undefined, set: FilterSet): readonly string[] {
  const name = barNames.find(each => each === key)
  const values = listed(nested(words)[oneOfWord ?? ''])
  if (key === 'type' && set.specials.type) return values.filter(each => isSpecial(key, each))
  if (isById(key)) return values.filter(isCount)
  if (name === undefined) return values
  return values.filter(each => (plainAttributes[name].kind === 'choice' ? choiceOf(name, each) : isCount(each)))
}

/** Whether the values of a field are named by their ids. */
export const isById = (key: FieldKey): key is FieldById => fieldsById.some(each => each === key)

const isCount = (text: string): boolean => /^\d+$/.test(text)

/** The values by which the list is filtered: what it passes over is no filter. */
function valuesOf(
  { key, isList }: Field,
  value: Search[string] | undefined,
  isNegated: boolean,
  set: FilterSet,
): readonly string[] {
  if (isById(key))
    return listed(value)
      .filter(each => isCount(each) || canBe(key, each, isNegated, set))
      .slice(0, 1)
  if (Array.isArray(value)) return isList ? value : []
  if (typeof value !== 'string' || value === '') return []
  if (isList) return value.split(',')
  if (set.values?.[key]) return [value]
  if (key === 'type' || key === 'draft' || key === 'due') return isSpecial(key, value, set) ? [value] : []
  const name = barNames.find(each => each === key)
  if (name === undefined) return [value]
  const { kind } = plainAttributes[name]
  if (kind === 'flag') return [flag(value)].filter(isDefined).map(String)
  if (kind === 'choice') return isNegated ? [value].filter(word => choiceOf(name, word)) : [value]
  return isNegated && !isCount(value) ? [] : [value]
}

/** Whether a field by id accepts a word in place of an id. Of the words, only Current can be negated. */
const canBe = (key: FieldById, word: string, isNegated: boolean, set: FilterSet): boolean =>
  isSpecial(key, word, set) && (!isNegated || word === 'Current')

const isDefined = <T>(value: T | undefined): value is T => value !== undefined
