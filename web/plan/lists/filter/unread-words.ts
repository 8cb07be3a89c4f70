import type { Search } from '#web/api/router/search.ts'
import { urlWord, valueIn } from './fields.ts'
import { type FilterSet, filtersOf } from './filters.ts'
import { nested } from './read-words.ts'

/** Words of an address that do not filter. */
const pageWords: readonly string[] = [
  ...[
    'search',
    'in',
    'state',
    'scope',
    'order_by',
    'sort',
    'view',
    'columns',
    'group_by',
    'group_scope',
    'group_labels',
    'time_zone',
  ],
  ...['cursor', 'page', 'per_page', 'first_page_size', 'last_page_size', 'page_after', 'page_before'],
  // The parameters of parts over the list.
  ...['peek', 'work_item_iid'],
]

/** Words that other sites add to links to follow their readers. */
const tracking = /^(utm_.*|gclid|fbclid|msclkid|mc_.*|ref|source)$/

interface Unread {
  /** The parameters that the list does not understand, `not[size]`. */
  readonly unknown: readonly string[]
  /** The parameters that filter although the filter bar does not show them. */
  readonly unshown: readonly string[]
}

/** The words of a list's address that the filter bar does not show. A word whose value is none of the field is not understood either. */
export function unreadWords(search: Search, set: FilterSet): Unread {
  const { not: _not, or: _or, any: _any, ...plain } = search
  const within = set.fields.flatMap(({ withinName }) => (withinName === undefined ? [] : [urlWord(withinName)]))
  const isRead = (words: Search, word: string) => within.includes(word) || filtersOf(words, set).length > 0
  const unread = [
    ...Object.entries(plain).filter(([word, value]) => !isPassed(word, value) && !isRead({ [word]: value }, word)),
    ...(['not', 'or', 'any'] as const).flatMap(outer =>
      Object.entries(nested(search[outer]))
        .filter(([word, value]) => !isEmpty(value) && !isRead({ [outer]: { [word]: value } }, word))
        .map(([word, value]) => [`${outer}[${word}]`, value] as const),
    ),
  ].map(([word]) => word)
  const isUnshown = (word: string) =>
    set.unshown.includes(word) || (set.fixedType === true && isOfTypes(search, set, word))
  return { unknown: unread.filter(word => !isUnshown(word)), unshown: unread.filter(isUnshown) }
}

/** The words of an address that name an order which the list does not have. */
export function unreadOrder(search: Search, orders: readonly string[]): readonly ('order_by' | 'sort')[] {
  const known = { order_by: orders, sort: ['asc', 'desc'] } as const
  return (['order_by', 'sort'] as const).filter(word => {
    const value = search[word] ?? ''
    return !isEmpty(value) && !(known[word] as readonly unknown[]).includes(value)
  })
}

/** If the type is fixed, it has no token. */
const isOfTypes = ({ not }: Search, { table }: FilterSet, word: string): boolean =>
  word === 'not[issue_type]' && valueIn(table, 'issueType', 'not', nested(not)) !== undefined

const isPassed = (word: string, value: Search[string]): boolean =>
  pageWords.includes(word) || tracking.test(word) || isEmpty(value)

const isEmpty = (value: Search[string]): boolean => value.length === 0

/** A search without some words. */
export function without(search: Search, words: readonly string[]): Search {
  const entries = Object.entries(search).filter(([word]) => !words.includes(word))
  return Object.fromEntries(
    entries.flatMap(([word, value]) => {
      if (word !== 'not' && word !== 'or' && word !== 'any') return [[word, value]]
      const left = Object.entries(nested(value)).filter(([inner]) => !words.includes(`${word}[${inner}]`))
      return left.length === 0 ? [] : [[word, Object.fromEntries(left)]]
    }),
  )
}
