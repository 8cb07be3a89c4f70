import {
  type BarName,
  barNames,
  type NegatedName,
  negatedNames,
  plainAttributes,
} from '#contract/plan/plain-attributes.ts'
import { queryOf } from '#web/api/client.ts'
import type { Search } from '#web/api/router/search.ts'
import type { IssuesPageInput } from '#web/plan/shapes.ts'
import { orders, rememberedOrder } from './order.ts'

const states = ['opened', 'closed', 'all'] as const
const types = ['issue', 'incident', 'task'] as const

export type Values = Search[string] | undefined

/**
 * The operation's input for an address, `?state=closed&labels[]=bug&not[labels][]=ui`. What the address says in another
 * way than this list knows is left out: an address typed by hand shows a list, not an error.
 */
export function issuesInput(namespace: string, address: Search): IssuesPageInput {
  const search = inOwnWords(address)
  const not = nested(search.not)
  const wanted = oneOf(orders, search.order_by)
  const remembered = wanted === undefined ? rememberedOrder() : null
  const orderBy = wanted ?? remembered?.orderBy
  const sort = oneOf(['asc', 'desc'] as const, search.sort) ?? remembered?.sort
  return given({
    namespace,
    state: oneOf(states, search.state),
    search: one(search.search),
    authorUsername: one(search.author_username),
    assigneeId: numberOrWord(search.assignee_id),
    assigneeUsername: many(search.assignee_username),
    labels: many(search.labels),
    milestone: one(search.milestone),
    ...plainFilters(search),
    myReactionEmoji: one(search.my_reaction_emoji),
    issueType: oneOf(types, search.issue_type),
    not: orNothing(
      given({
        labels: many(not.labels),
        milestone: one(not.milestone),
        authorUsername: one(not.author_username),
        assigneeUsername: many(not.assignee_username),
        ...negatedFilters(not),
        myReactionEmoji: one(not.my_reaction_emoji),
      }),
    ),
    orderBy,
    sort,
    cursor: one(search.cursor),
  })
}

const readers = {
  flag: (value: Values) => flag(value),
  count: (value: Values) => numberOrWord(value),
  choice: (value: Values) => one(value),
}

/** The plain attributes by which an address filters. */
const plainFilters = (search: Search) =>
  // Each is read as its kind.
  Object.fromEntries(
    barNames.map(name => {
      const { kind, filter } = plainAttributes[name]
      return [name, readers[kind](search[filter.word])]
    }),
  ) as { readonly [Name in BarName]: IssuesPageInput[Name] }

/** Those of which it leaves out one value. */
const negatedFilters = (not: Search) =>
  // Each is read as its kind.
  Object.fromEntries(
    negatedNames.map(name => {
      const { kind, filter } = plainAttributes[name]
      return [name, (kind === 'count' ? number : one)(not[filter.word])]
    }),
  ) as { readonly [Name in NegatedName]: NonNullable<IssuesPageInput['not']>[Name] | undefined }

/** Links to labels in texts say `label_name[]=bug`, as GitLab's do. */
export function inOwnWords({ label_name: names, ...search }: Search): Search {
  const labels = [...(many(search.labels) ?? []), ...(many(names) ?? [])]
  return labels.length === 0 || names === undefined ? search : { ...search, labels: [...new Set(labels)] }
}

/** `path?state=closed&labels[]=bug`. */
export function addressOf(path: string, search: Search): string {
  const query = queryOf(search).replaceAll('%5B', '[').replaceAll('%5D', ']')
  return query === '' ? path : `${path}?${query}`
}

/** The search with some words changed; what is undefined goes, and with it the place in the pages. */
export function changed(search: Search, words: Readonly<Record<string, Values>>): Search {
  const { cursor: _cursor, ...rest } = inOwnWords(search)
  return Object.fromEntries(
    Object.entries({ ...rest, ...words }).filter((entry): entry is [string, Search[string]] => !isNothing(entry[1])),
  )
}

const isNothing = (value: Values): boolean =>
  value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)

export const one = (value: Values): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export function many(value: Values): string[] | undefined {
  const list = typeof value === 'string' ? value.split(',').filter(Boolean) : Array.isArray(value) ? [...value] : []
  return list.length === 0 ? undefined : list
}

export const nested = (value: Values): Readonly<Record<string, string | readonly string[]>> =>
  typeof value === 'object' && !Array.isArray(value) ? (value as Readonly<Record<string, string>>) : {}

export const oneOf = <const W extends readonly string[]>(words: W, value: Values): W[number] | undefined =>
  words.find(word => word === value)

const largest = 2_147_483_647

/** A number that is too large finds nothing, and so does the largest. */
export const number = (value: Values): number | undefined =>
  typeof value === 'string' && /^\d+$/.test(value) ? Math.min(Number(value), largest) : undefined

export const numberOrWord = (value: Values): number | string | undefined => number(value) ?? one(value)

export const flag = (value: Values): boolean | undefined =>
  value === 'true' || value === 'yes' ? true : value === 'false' || value === 'no' ? false : undefined

type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

export function given<T extends object>(values: T): Given<T> {
  // What is undefined is gone: the type above says the same.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>
}

export const orNothing = <T extends object>(values: T): T | undefined =>
  Object.keys(values).length === 0 ? undefined : values
