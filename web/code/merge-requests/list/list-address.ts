import { mergeRequestGroupWords } from '#contract/plan/lists/group-words.ts'
import { inOwnWords } from '#contract/plan/lists/list-words.ts'
import type { Search } from '#web/api/router/search.ts'
import { filterInputs } from '#web/plan/lists/filter/fields.ts'
import { one, oneOf } from '#web/plan/lists/filter/read-words.ts'
import { given, groupInput, viewId } from '#web/plan/lists/list-address.ts'
import { fields } from './filters.ts'
import { orderNames } from './order.ts'
import type { DashboardInput, MergeRequestsPageInput } from './shapes.ts'

type MergeRequestFilters = Omit<MergeRequestsPageInput, 'namespace' | 'view' | 'state' | 'search' | 'orderBy' | 'sort'>

export const states = ['opened', 'merged', 'closed', 'all'] as const

const orders = orderNames.map(order => order.orderBy)

/** The operation's input for an address. Parameters that this list does not know are left out. */
export function mergeRequestsInput(namespace: string, address: Search): MergeRequestsPageInput {
  const search = inOwnWords(address)
  return given({
    namespace,
    view: viewId(search),
    state: oneOf(states, search.state),
    search: one(search.search),
    // Each is read as its kind.
    ...(filterInputs('merge_request', search, fields) as MergeRequestFilters),
    ...groupInput(search, mergeRequestGroupWords),
    orderBy: oneOf(orders, search.order_by),
    sort: oneOf(['asc', 'desc'] as const, search.sort),
    cursor: one(search.cursor),
  })
}

export const dashboardLists = ['turn', 'reviews', 'assigned', 'authored'] as const

/** The list of the dashboard that an address shows. */
export function dashboardInput(search: Search): DashboardInput {
  const page = typeof search.page === 'string' && /^\d{1,6}$/.test(search.page) ? Number(search.page) : 1
  const list = oneOf(dashboardLists, search.list)
  return given({ list, page: page > 1 ? page : undefined })
}
