import type { InputOf } from '#contract/operation.ts'
import type { getGroupEpicsPage } from '#contract/plan/epics/epic-pages.ts'
import { epicSorts } from '#contract/plan/epics/epic-sorts.ts'
import { epicGroupWords } from '#contract/plan/lists/group-words.ts'
import { inOwnWords } from '#contract/plan/lists/list-words.ts'
import type { Search } from '#web/api/router/search.ts'
import type { OrderName } from '#web/plan/lists/columns/order.ts'
import { filterInputs } from '#web/plan/lists/filter/fields.ts'
import { filterSetOf } from '#web/plan/lists/filter/filters.ts'
import { oneOf } from '#web/plan/lists/filter/read-words.ts'
import { given, groupInput, viewId } from '#web/plan/lists/list-address.ts'
import { pageInput } from '#web/plan/page-input.ts'

type EpicsInput = InputOf<typeof getGroupEpicsPage>
type EpicFilters = Omit<EpicsInput, 'namespace' | 'view' | 'state' | 'search' | 'page' | 'orderBy' | 'sort'>

export const epicFilterSet = filterSetOf('epic')

/** The names of the orders, with what comes first when they are chosen. */
export const epicOrders: readonly OrderName<(typeof epicSorts)[number]>[] = [
  { orderBy: 'created_at', sort: 'desc', label: 'Created', asc: 'Oldest first', desc: 'Newest first' },
  { orderBy: 'updated_at', sort: 'desc', label: 'Updated', asc: 'Least recently updated', desc: 'Recently updated' },
  { orderBy: 'start_date', sort: 'asc', label: 'Start date', asc: 'Earliest start date', desc: 'Latest start date' },
  { orderBy: 'end_date', sort: 'asc', label: 'Due date', asc: 'Earliest due date', desc: 'Latest due date' },
  { orderBy: 'title', sort: 'asc', label: 'Title', asc: 'A to Z', desc: 'Z to A' },
]

/** The input of a group's epics for an address. Parameters that this list does not know are left out. */
export function epicsInput(namespace: string, address: Search): EpicsInput {
  const search = inOwnWords(address)
  return given({
    ...pageInput(namespace, search),
    view: viewId(search),
    state: oneOf(['closed', 'all'] as const, search.state),
    // Each is read as its kind.
    ...(filterInputs('epic', search) as EpicFilters),
    ...groupInput(search, epicGroupWords),
    orderBy: oneOf(epicSorts, search.order_by),
    sort: oneOf(['asc', 'desc'] as const, search.sort),
  })
}

/** The input of a group's roadmap for an address: that of the list, in one page. */
export function roadmapInput(namespace: string, address: Search) {
  const { page: _page, groupBy: _groupBy, groupScope: _scope, ...input } = epicsInput(namespace, address)
  return input
}
