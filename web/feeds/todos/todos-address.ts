import { todoGroupWords } from '#contract/plan/lists/group-words.ts'
import { asksForDays, listed } from '#contract/plan/lists/list-words.ts'
import type { Search } from '#web/api/router/search.ts'
import type { OrderName } from '#web/plan/lists/columns/order.ts'
import { dayField, type Field, type FieldKey, type FilterSet, hows } from '#web/plan/lists/filter/filters.ts'
import { given, nested, number, one, oneOf, orNothing, viewId, when } from '#web/plan/lists/list-address.ts'
import { currentReader } from '#web/ui/reader.ts'
import { actionNames, stateNames, typeNames } from './messages.ts'
import type { TodosData, TodosInput, TodosState } from './shapes.ts'

export const todosPath = '/dashboard/todos'

export const todosStates = ['pending', 'snoozed', 'done'] as const satisfies readonly TodosState[]

export type TodoOrder = NonNullable<TodosInput['orderBy']>

/** The orders, with what comes first when they are chosen. */
export const todoOrders: readonly OrderName<TodoOrder>[] = [
  { orderBy: 'created_at', sort: 'desc', label: 'Created', asc: 'Oldest first', desc: 'Newest first' },
  { orderBy: 'updated_at', sort: 'desc', label: 'Updated', asc: 'Least recently updated', desc: 'Recently updated' },
  { orderBy: 'due_date', sort: 'asc', label: 'Due date', asc: 'Earliest due date', desc: 'Latest due date' },
  { orderBy: 'label_priority', sort: 'asc', label: 'Label priority', asc: 'Highest priority', desc: 'Lowest priority' },
  { orderBy: 'snoozed_until', sort: 'asc', label: 'Snoozed until', asc: 'First to return', desc: 'Last to return' },
]

/** The order of each tab, where the address names none. */
export const usualOrders = {
  pending: { orderBy: 'created_at', sort: 'desc' },
  snoozed: { orderBy: 'snoozed_until', sort: 'asc' },
  done: { orderBy: 'updated_at', sort: 'desc' },
} as const satisfies Readonly<Record<TodosState, object>>

/** The input of the list for an address. Values that the list does not know are left out, so that every address shows something. */
export function todosInput(search: Search): TodosInput {
  const page = number(search.page) ?? 1
  const state = one(search.state)
  return given({
    view: viewId(search),
    // Any word beside a view says that the view was changed, even an unknown state.
    state: state === undefined ? undefined : (oneOf(todosStates, state) ?? 'pending'),
    search: one(search.search),
    authorId: number(search.author_id),
    projectId: number(search.project_id),
    groupId: number(search.group_id),
    ...attributesIn(search, one),
    createdAfter: when(search.created_after),
    createdBefore: when(search.created_before),
    timeZone: asksForDays(search) || search.view !== undefined ? currentReader().timeZone : undefined,
    or: orNothing(given(attributesIn(nested(search.or), value => some(listed(value))))),
    not: orNothing(given(attributesIn(nested(search.not), one))),
    orderBy: oneOf(
      todoOrders.map(order => order.orderBy),
      search.order_by,
    ),
    sort: oneOf(['asc', 'desc'] as const, search.sort),
    groupBy: oneOf(todoGroupWords, search.group_by),
    page: page > 1 ? page : undefined,
  })
}

const some = (values: readonly string[]): string[] | undefined => (values.length === 0 ? undefined : [...values])

const attributesIn = <T>(words: Search, read: (value: Search[string] | undefined) => T) => ({
  action: read(words.action),
  authorUsername: read(words.author_username),
  project: read(words.project),
  group: read(words.group),
  type: read(words.type),
  targetState: read(words.target_state),
})

/** The filters of to-dos, with the values that a page offers. */
export const todoFilterSet = ({
  authors,
  projects,
  groups,
}: Pick<TodosData, 'authors' | 'projects' | 'groups'>): FilterSet => ({
  fields: [
    attribute('author', 'Author', 'author_username'),
    attribute('project', 'Project', 'project'),
    attribute('group', 'Group', 'group'),
    attribute('reason', 'Reason', 'action'),
    attribute('type', 'Type', 'type'),
    attribute('state', 'Item state', 'target_state'),
    dayField('created', 'Created'),
  ],
  specials: {},
  values: {
    author: authors.map(({ username, name }) => ({ value: username, label: name })),
    project: projects.map(placeValue),
    group: groups.map(placeValue),
    reason: actionNames,
    type: typeNames,
    state: stateNames,
  },
  usualState: 'pending',
})

const placeValue = ({ fullPath, nameWithNamespace }: TodosData['projects'][number]) => ({
  value: fullPath,
  label: nameWithNamespace,
})

const attribute = (key: FieldKey, label: string, word: string): Field => ({
  key,
  label,
  word,
  oneOfWord: word,
  hows,
  isList: false,
})

/** A search with names in place of ids, which older links have, as far as the page knows them. */
export function withNames(search: Search, { authors, projects, groups }: Parameters<typeof todoFilterSet>[0]): Search {
  const { author_id: authorId, project_id: projectId, group_id: groupId, ...others } = search
  const named = <T extends { readonly id: number }>(
    word: string,
    id: Search[string] | undefined,
    among: readonly T[],
    name: (it: T) => string,
  ) => {
    const found = among.find(each => String(each.id) === id)
    return found === undefined ? {} : { [word]: name(found) }
  }
  return {
    ...others,
    ...named('author_username', authorId, authors, it => it.username),
    ...named('project', projectId, projects, it => it.fullPath),
    ...named('group', groupId, groups, it => it.fullPath),
  }
}
