import {
  type BarName,
  barNames,
  choiceOf,
  issueGroupWords,
  type NegatedName,
  negatedNames,
  plainAttributes,
} from '#contract/plan/attributes/plain-attributes.ts'
import type { GroupWord } from '#contract/plan/lists/group-words.ts'
import { asksForDays, inIssueWords, inOwnWords, listed } from '#contract/plan/lists/list-words.ts'
import type { OrderedList } from '#contract/plan/lists/order-choice.ts'
import { isWhen } from '#contract/plan/lists/when-words.ts'
import type { Search } from '#web/api/router/search.ts'
import type { IssuesPageInput } from '#web/plan/shapes.ts'
import { currentReader } from '#web/ui/reader.ts'
import { type Order, orders, rememberedOrder } from './columns/order.ts'

const states = ['opened', 'closed', 'all'] as const
export const issueTypes = ['issue', 'incident', 'task'] as const

export type Values = Search[string] | undefined

/**
 * The operation's input for an address, `?state=closed&labels[]=bug&not[labels][]=ui`. What the address says in another
 * way than this list knows is left out: an address typed by hand shows a list, not an error.
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
  const not = nested(search.not)
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
    authorUsername: one(search.author_username),
    assigneeId: numberOrWord(search.assignee_id),
    assigneeUsername: many(search.assignee_username),
    labels: many(search.labels),
    milestone: one(search.milestone),
    ...planInputs(search),
    ...plainFilters(search),
    myReactionEmoji: one(search.my_reaction_emoji),
    issueType: oneOf(issueTypes, search.issue_type),
    ...unshownInputs(search),
    closedById: number(search.closed_by_id),
    in: many(search.in),
    ...whenInputs(search),
    ...dayInputs(search),
    or: severalInput(search.or),
    any: severalInput(search.any),
    not: orNothing(
      given({
        labels: many(not.labels),
        milestone: one(not.milestone),
        authorUsername: one(not.author_username),
        assigneeUsername: many(not.assignee_username),
        epicId: number(not.epic_id),
        includeSubepics: flag(not.include_subepics),
        iterationId: idOr(['Current'], not.iteration_id),
        iterationCadenceId: ids(not.iteration_cadence_id),
        crmContactId: number(not.crm_contact_id),
        crmOrganizationId: number(not.crm_organization_id),
        ...negatedFilters(not),
        myReactionEmoji: one(not.my_reaction_emoji),
        issueType: oneOf(issueTypes, not.issue_type),
        ...unshownInputs(not),
        assigneeId: not.assignee_username === undefined ? number(not.assignee_id) : undefined,
      }),
    ),
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

/** By what an address groups a list. */
export const groupInput = <const Word extends GroupWord>(search: Search, words: readonly Word[]) => ({
  groupBy: oneOf(words, search.group_by),
  groupScope: search.group_by === 'label' ? one(search.group_scope) : undefined,
})

// Those of the contract, in whose file the web takes types alone.
const daySpans = ['0', 'any', 'today', 'tomorrow', 'overdue', 'week', 'month'] as const satisfies readonly NonNullable<
  IssuesPageInput['dueDate']
>[]

/** The filters by moments that every list has. */
export const whenInputs = (search: Search) => ({
  createdAfter: when(search.created_after),
  createdBefore: when(search.created_before),
  updatedAfter: when(search.updated_after),
  updatedBefore: when(search.updated_before),
  closedAfter: when(search.closed_after),
  closedBefore: when(search.closed_before),
  timeZone: asksForDays(search) || search.view !== undefined ? currentReader().timeZone : undefined,
})

/** The filters by planned days of issues and epics. */
export const dayInputs = (search: Search) => ({
  startAfter: when(search.start_after),
  startBefore: when(search.start_before),
  dueAfter: when(search.due_after),
  dueBefore: when(search.due_before),
  dueDate: oneOf(daySpans, search.due_date),
})

/** The filters by one of several values that issues and merge requests have. */
export const unionedInputs = (or: Search) => ({
  labelName: many(or.label_name),
  authorUsername: many(or.author_username),
  assigneeUsername: many(or.assignee_username),
  milestone: many(or.milestone),
  myReactionEmoji: many(or.my_reaction_emoji),
})

/** The filters that links have and the filter bar does not offer: by ids, which have no names here. What it offers comes first. */
const unshownInputs = (words: Search) => ({
  authorId: words.author_username === undefined ? number(words.author_id) : undefined,
  milestoneId: words.milestone === undefined ? numberOrWord(words.milestone_id) : undefined,
  iterationTitle: words.iteration_id === undefined ? one(words.iteration_title) : undefined,
  iids: ids(words.iids),
})

/** The filters by what issues are planned with, whose values have ids. */
const planInputs = (search: Search) => ({
  epicId: idOr(noneOrAny, search.epic_id),
  includeSubepics: flag(search.include_subepics),
  iterationId: idOr([...noneOrAny, 'Current'], search.iteration_id),
  iterationCadenceId: ids(search.iteration_cadence_id),
  crmContactId: idOr(noneOrAny, search.crm_contact_id),
  crmOrganizationId: idOr(noneOrAny, search.crm_organization_id),
})

/** Several values for each attribute, below `or` and `any`. */
function severalInput(value: Values) {
  const or = nested(value)
  return orNothing(
    given({
      ...unionedInputs(or),
      issueType: some(listed(or.issue_type).flatMap(each => oneOf(issueTypes, each) ?? [])),
      epicId: ids(or.epic_id),
      iterationId: ids(or.iteration_id),
      iterationCadenceId: ids(or.iteration_cadence_id),
      crmContactId: ids(or.crm_contact_id),
      crmOrganizationId: ids(or.crm_organization_id),
      ...unionedFilters(or),
    }),
  )
}

export const noneOrAny = ['None', 'Any']
export const idOr = (words: readonly string[], value: Values): number | string | undefined =>
  number(value) ?? words.find(word => word === value)
export const ids = (value: Values): number[] | undefined => some(listed(value).flatMap(each => number(each) ?? []))

export const when = (value: Values): string | undefined =>
  typeof value === 'string' && isWhen(value) ? value : undefined

const some = <T>(values: readonly T[]): T[] | undefined => (values.length === 0 ? undefined : [...values])

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

/** Those by one of several values. */
const unionedFilters = (or: Search) =>
  // Each is read as its kind.
  Object.fromEntries(
    negatedNames.map(name => {
      const { kind, filter } = plainAttributes[name]
      const values = listed(or[filter.word])
      if (kind === 'count') return [name, some(values.flatMap(value => number(value) ?? []))]
      return [name, some(values.filter(value => choiceOf(name, value)))]
    }),
  ) as { readonly [Name in NegatedName]: NonNullable<IssuesPageInput['or']>[Name] | undefined }

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

export const one = (value: Values): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export function many(value: Values): string[] | undefined {
  const list = listed(value)
  return list.length === 0 ? undefined : [...list]
}

export const nested = (value: Values): Readonly<Record<string, string | readonly string[]>> =>
  typeof value === 'object' && !Array.isArray(value) ? (value as Readonly<Record<string, string>>) : {}

export const oneOf = <const W extends readonly string[]>(words: W, value: Values): W[number] | undefined =>
  words.find(word => word === value)

/** The saved view that an address names. */
export const viewId = ({ view }: Search): number | undefined => number(view) || undefined

const largest = 2_147_483_647

/** A number that is too large finds nothing, and so does the largest. */
export const number = (value: Values): number | undefined =>
  typeof value === 'string' && /^\d+$/.test(value) ? Math.min(Number(value), largest) : undefined

export const numberOrWord = (value: Values): number | string | undefined => number(value) ?? one(value)

export const flag = (value: Values): boolean | undefined =>
  value === 'true' || value === 'yes' ? true : value === 'false' || value === 'no' ? false : undefined

type WithoutUndefined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

export function given<T extends object>(values: T): WithoutUndefined<T> {
  // What is undefined is gone: the type above says the same.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>
}

export const orNothing = <T extends object>(values: T): T | undefined =>
  Object.keys(values).length === 0 ? undefined : values
