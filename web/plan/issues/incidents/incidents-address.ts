import { inIssueWords } from '#contract/plan/lists/list-words.ts'
import type { Search } from '#web/api/router/search.ts'
import { type Order, type OrderName, orderNames } from '#web/plan/lists/columns/order.ts'
import { listInput } from '#web/plan/lists/list-address.ts'
import type { IssuesPageInput } from '#web/plan/shapes.ts'

const published: OrderName<Order> = {
  orderBy: 'published',
  sort: 'desc',
  label: 'Published',
  asc: 'Unpublished first',
  desc: 'Published first',
}

/** Incidents have no health status. */
export const incidentOrders: readonly OrderName<Order>[] = [
  ...orderNames
    .filter(({ orderBy }) => orderBy !== 'health_status')
    .map(order => (order.orderBy === 'escalation_status' ? { ...order, label: 'Status' } : order)),
  published,
]

const words = incidentOrders.map(({ orderBy }) => orderBy)

/** The operation's input for an address of a list of incidents. */
export function incidentsInput(namespace: string, search: Search): IssuesPageInput {
  const { issue_type: _type, ...rest } = inIssueWords(search)
  return listInput('incident', namespace, rest, words)
}
