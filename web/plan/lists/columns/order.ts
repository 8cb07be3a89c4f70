import { plainAttributes, type SortedName } from '#contract/plan/attributes/plain-attributes.ts'
import type { issueOrders } from '#contract/plan/issues/issues.ts'
import { chosenOrder, type OrderedList, orderChoice, orderChoices } from '#contract/plan/lists/order-choice.ts'
import { choose, currentReader } from '#web/ui/reader.ts'

/** The orders of lists in the browser. Nothing there offers the others. */
export type Order = Exclude<(typeof issueOrders)[number], 'priority' | 'blocking_issues' | 'relative_position'>

export interface ListOrder<By extends string> {
  readonly orderBy: By
  readonly sort: 'asc' | 'desc'
}

export const defaultOrder: ListOrder<Order> = { orderBy: 'created_at', sort: 'desc' }

export interface OrderName<By extends string> {
  readonly orderBy: By
  readonly sort: 'asc' | 'desc'
  readonly label: string
  readonly asc: string
  readonly desc: string
}

const named = (orderBy: Order, sort: 'asc' | 'desc', label: string, asc: string, desc: string): OrderName<Order> => ({
  orderBy,
  sort,
  label,
  asc,
  desc,
})

/** The names of the orders, with what comes first when they are chosen. */
export const orderNames: readonly OrderName<Order>[] = [
  named('created_at', 'desc', 'Created', 'Oldest first', 'Newest first'),
  named('updated_at', 'desc', 'Updated', 'Least recently updated', 'Recently updated'),
  named('closed_at', 'desc', 'Closed', 'Least recently closed', 'Recently closed'),
  plainOrder('dueDate'),
  named('milestone_due', 'asc', 'Milestone due', 'Earliest due date', 'Latest due date'),
  named('epic', 'asc', 'Epic', 'A to Z', 'Z to A'),
  named('iteration', 'asc', 'Iteration', 'Earliest iteration', 'Latest iteration'),
  plainOrder('weight'),
  plainOrder('healthStatus'),
  plainOrder('severity'),
  plainOrder('escalationStatus'),
  named('popularity', 'desc', 'Popularity', 'Fewest votes', 'Most votes'),
  named('comments', 'desc', 'Comments', 'Fewest comments', 'Most comments'),
  named('tasks', 'desc', 'Checklist', 'Least progress', 'Most progress'),
  named('time_estimate', 'desc', 'Estimate', 'Lowest estimate', 'Highest estimate'),
  named('time_spent', 'desc', 'Time spent', 'Least time spent', 'Most time spent'),
  named('label_priority', 'asc', 'Label priority', 'Highest priority', 'Lowest priority'),
  named('author', 'asc', 'Author', 'A to Z', 'Z to A'),
  named('assignee', 'asc', 'Assignee', 'A to Z', 'Z to A'),
  named('title', 'asc', 'Title', 'A to Z', 'Z to A'),
]

export const orders: readonly Order[] = orderNames.map(order => order.orderBy)

function plainOrder(name: SortedName) {
  const { label, sort } = plainAttributes[name]
  return named(sort.word, sort.first, label, sort.asc, sort.desc)
}

/**
 * The order last chosen in this browser; null for the usual one. The server draws the list in it too.
 *
 * @param orders  those of the list
 */
export function rememberedOrder(list: OrderedList, orders: readonly Order[]): ListOrder<Order> | null {
  const { order_by: orderBy, sort } = chosenOrder(list, currentReader().choices) ?? {}
  const known = orders.find(order => order === orderBy)
  return known === undefined ? null : { orderBy: known, sort: sort === 'asc' ? 'asc' : 'desc' }
}

export const rememberOrder =
  (list: OrderedList) =>
  ({ orderBy, sort }: ListOrder<Order>): void =>
    choose(orderChoices(list), orderChoice(list, orderBy, sort))
