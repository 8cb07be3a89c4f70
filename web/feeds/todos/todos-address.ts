import { todoFields } from '#contract/feeds/todo-fields.ts'
import { todoGroupWords } from '#contract/plan/lists/group-words.ts'
import type { Search } from '#web/api/router/search.ts'
import type { OrderName } from '#web/plan/lists/columns/order.ts'
import { filterInputs } from '#web/plan/lists/filter/fields.ts'
import { type FilterSet, filterSetOf } from '#web/plan/lists/filter/filters.ts'
import { number, one, oneOf } from '#web/plan/lists/filter/read-words.ts'
import { given, viewId } from '#web/plan/lists/list-address.ts'
import { actionNames, stateNames, typeNames } from './messages.ts'
import type { TodosData, TodosInput, TodosState } from './shapes.ts'

type TodoFilters = Omit<TodosInput, 'view' | 'state' | 'search' | 'orderBy' | 'sort' | 'page'>

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
    // Each is read as its kind.
    ...(filterInputs('to_do', search, todoFields) as TodoFilters),
    orderBy: oneOf(
      todoOrders.map(order => order.orderBy),
      search.order_by,
    ),
    sort: oneOf(['asc', 'desc'] as const, search.sort),
    groupBy: oneOf(todoGroupWords, search.group_by),
    page: page > 1 ? page : undefined,
  })
}

/** The filters of to-dos, with the values that a page offers. */
export const todoFilterSet = ({
  authors,
  projects,
  groups,
}: Pick<TodosData, 'authors' | 'projects' | 'groups'>): FilterSet => ({
  ...filterSetOf('to_do', todoFields),
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
