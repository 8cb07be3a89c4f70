import { issueGroupWords } from '#contract/plan/attributes/plain-attributes.ts'
import type { GroupWord } from '#contract/plan/lists/group-words.ts'
import { inIssueWords, inOwnWords } from '#contract/plan/lists/list-words.ts'
import type { OrderedList } from '#contract/plan/lists/order-choice.ts'
import type { Search } from '#web/api/router/search.ts'
import type { IssuesPageInput } from '#web/plan/shapes.ts'
import { type Order, orders, rememberedOrder } from './columns/order.ts'
import { filterInputs } from './filter/fields.ts'
import { many, number, one, oneOf, type Values } from './filter/read-words.ts'

type IssueFilters = Omit<IssuesPageInput, 'namespace' | 'view' | 'state' | 'search' | 'in' | 'orderBy' | 'sort'>

const states = ['opened', 'closed', 'all'] as const

/**
 * The operation's input for an address, `?state=closed&labels[]=bug&not[labels][]=ui`. Parameters that this list does
 * not know are left out: an address typed by hand shows a list, not an error.
 */
export const issuesInput = (namespace: string, address: Search): IssuesPageInput =>
  listInput('issue', namespace, address, orders)

/** The same of a list with other orders. */
export function listInput(
  list: OrderedList,
  namespace: string,
  address: Search,
  orders: readonly Order[],
): IssuesPageInput {
  const search = inIssueWords(address)
  const wanted = oneOf(orders, search.order_by)
  // A view has its own order.
  const remembered = wanted === undefined && search.view === undefined ? rememberedOrder(list, orders) : null
  const orderBy = wanted ?? remembered?.orderBy
  const sort = oneOf(['asc', 'desc'] as const, search.sort) ?? remembered?.sort
  return given({
    namespace,
    view: viewId(search),
    state: oneOf(states, search.state),
    search: one(search.search),
    in: many(search.in),
    // Each is read as its kind.
    ...(filterInputs('issue', search) as IssueFilters),
    ...groupInput(search, issueGroupWords),
    orderBy,
    sort,
    cursor: one(search.cursor),
  })
}

/** The values of a list's input that leave out none of its rows by themselves. */
const notFilters: readonly string[] = [
  ...['namespace', 'view', 'state', 'in', 'timeZone', 'includeSubepics', 'groupBy', 'groupScope'],
  ...['orderBy', 'sort', 'cursor', 'page'],
]

/** Whether the input of a list filters it by more than the state, with or without a token in the filter bar. */
export const isFiltered = (input: object): boolean => Object.keys(input).some(name => !notFilters.includes(name))

/** The grouping of a list in an address. */
export const groupInput = <const Word extends GroupWord>(search: Search, words: readonly Word[]) => ({
  groupBy: oneOf(words, search.group_by),
  groupScope: search.group_by === 'label' ? one(search.group_scope) : undefined,
})

/** The search with some words changed; what is undefined goes, and with it the place in the pages. */
export function changed(search: Search, words: Readonly<Record<string, Values>>, usualState = 'opened'): Search {
  const { cursor: _cursor, page: _page, ...rest } = inOwnWords(search)
  const next = Object.entries({ ...rest, ...words }).filter(
    (entry): entry is [string, Search[string]] => !isNothing(entry[1]),
  )
  // A view alone would show what it says, not what is left of it.
  if (next.length === 1 && next[0]?.[0] === 'view') next.push(['state', usualState])
  return Object.fromEntries(next)
}

const isNothing = (value: Values): boolean =>
  value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)

/** The saved view that an address names. */
export const viewId = ({ view }: Search): number | undefined => number(view) || undefined

type WithoutUndefined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

export function given<T extends object>(values: T): WithoutUndefined<T> {
  // Undefined properties are removed: the type above says the same.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>
}
