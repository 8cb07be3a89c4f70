import { barNames, plainAttributes } from '#contract/plan/attributes/plain-attributes.ts'
import { dayFields, type FilteredList, type FilterField, filterFields } from '#contract/plan/lists/filter-fields.ts'
import type { FilterPart } from '#contract/plan/lists/list-filters.ts'
import { asksForDays, listed } from '#contract/plan/lists/list-words.ts'
import type { Search } from '#web/api/router/search.ts'
import { currentReader } from '#web/ui/reader.ts'
import { flag, ids, many, nested, number, numberOrWord, one, oneOf, some, type Values, when } from './read-words.ts'

/** A field of a table of filters, or a plain attribute. */
export interface ListField extends Omit<FilterField, 'value'> {
  readonly value: FilterField['value'] | 'count' | 'choice' | 'word'
}

export type ListFields = Readonly<Record<string, ListField>>

const issues = ['issue'] as const
const issuesAndEpics = ['issue', 'epic'] as const

// The values of the contract, from whose file the web takes only types.
const daySpans = {
  0: 'None',
  any: 'Any',
  overdue: 'Overdue',
  today: 'Today',
  tomorrow: 'Tomorrow',
  week: 'This week',
  month: 'This month',
}

const plainFields = Object.fromEntries(
  barNames.map((name): [string, ListField] => {
    const attribute = plainAttributes[name]
    const { kind, label } = attribute
    const shared = { value: kind, key: name, label }
    if (kind === 'flag')
      return [
        name,
        { ...shared, is: name === 'confidential' ? issuesAndEpics : issues, words: { true: 'Yes', false: 'No' } },
      ]
    const choices = kind === 'choice' ? attribute.choices.map(({ value, label }) => [value, label]) : []
    const words = { ...(!('blank' in attribute) && { None: 'None', Any: 'Any' }), ...Object.fromEntries(choices) }
    return [name, { ...shared, is: issues, not: issues, or: issues, words }]
  }),
)

/** A table with further fields before one of its own, which are offered in this order. */
export const withFields = (table: ListFields, before: string, fields: ListFields): ListFields =>
  Object.fromEntries(
    Object.entries(table).flatMap(entry => (entry[0] === before ? [...Object.entries(fields), entry] : [entry])),
  )

/** The fields by which issues and epics are filtered, and merge requests too, in the order of the filter bar. */
export const listFields: ListFields = {
  ...withFields(filterFields, 'myReactionEmoji', plainFields),
  dueDate: { value: 'word', is: issuesAndEpics, words: daySpans, key: 'due', label: dayFields.due.label },
}

/** The word of an input in URLs: `label_name`. */
export const urlWord = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

type WordReader = (value: Values, words: readonly string[]) => unknown

/** The words without those that cannot be negated and combined. */
const own = (words: readonly string[]) => words.filter(word => word !== 'None' && word !== 'Any')
const word: WordReader = (value, words) => oneOf(words, value)
const ownWord: WordReader = (value, words) => oneOf(own(words), value)
const ownWords: WordReader = (value, words) => some(listed(value).filter(each => own(words).includes(each)))
const idOrWord: WordReader = (value, words) =>
  words.length === 0 ? numberOrWord(value) : (number(value) ?? oneOf(words, value))

const several = { is: many, not: many, or: many }
const numbers = { is: ids, not: ids, or: ids }
const text = { is: one, not: one, or: many }
const ref = { is: idOrWord, not: number, or: ids }

/** The reader of URLs for each kind of value. */
const readers: Readonly<Record<ListField['value'], Partial<Readonly<Record<FilterPart, WordReader>>>>> = {
  text,
  person: text,
  people: several,
  titles: several,
  refs: several,
  id: { is: number, not: number },
  ids: numbers,
  numbers,
  ref,
  refOrWord: {
    ...ref,
    not: (value, words) => (words.length === 0 ? numberOrWord(value) : (number(value) ?? ownWord(value, words))),
  },
  count: { ...ref, is: numberOrWord },
  flag: { is: flag, not: flag },
  yesNo: { is: word },
  word: { is: word },
  type: { is: word, not: word, or: ownWords },
  choice: { is: one, not: ownWord, or: ownWords },
}

/** The value of a filter in a URL, undefined where it has none that the list knows. @param search  below `not` or `or`, what stands there */
export function valueIn(fields: ListFields, name: string, part: FilterPart, search: Search): unknown {
  const field = fields[name]
  const value = search[urlWord(name)]
  return value === undefined || !field ? undefined : readers[field.value][part]?.(value, Object.keys(field.words ?? {}))
}

function valuesIn(fields: ListFields, list: FilteredList, part: FilterPart, search: Search) {
  const values: Record<string, unknown> = {}
  const read = (name: string) => {
    const read = valueIn(fields, name, part, search)
    if (read !== undefined) values[name] = read
  }
  for (const [name, { key, link, insteadOf, specialName, ...field }] of Object.entries(fields)) {
    if (!field[part]?.includes(list)) continue
    const isLinked = link?.includes(list) && (insteadOf === undefined || search[urlWord(insteadOf)] === undefined)
    if (key !== undefined || part === 'or' || isLinked) read(name)
    if (specialName !== undefined && part === 'is') read(specialName)
  }
  return values
}

const orNothing = (values: object) => (Object.keys(values).length === 0 ? undefined : values)

/** The filters of a list in a URL, as inputs of its operation. Values that the list does not know are left out. */
export function filterInputs(list: FilteredList, search: Search, fields: ListFields = listFields) {
  const days = Object.entries(dayFields).flatMap(([word, { is }]) =>
    is.some(each => each === list) ? ['After', 'Before'].map(edge => word + edge) : [],
  )
  return {
    ...valuesIn(fields, list, 'is', search),
    ...Object.fromEntries(days.map(name => [name, when(search[urlWord(name)])])),
    timeZone: asksForDays(search) || search.view !== undefined ? currentReader().timeZone : undefined,
    or: orNothing(valuesIn(fields, list, 'or', nested(search.or))),
    ...(list === 'issue' && { any: orNothing(valuesIn(fields, list, 'or', nested(search.any))) }),
    not: orNothing(valuesIn(fields, list, 'not', nested(search.not))),
  }
}
