import { plainAttributes, type SortedName, type SortWord } from '#contract/plan/attributes/plain-attributes.ts'
import { chosenOrder, type OrderedList, orderChoice, orderChoices } from '#contract/plan/lists/order-choice.ts'
import { choose, currentReader } from '#web/ui/reader.ts'

export type Order =
  | 'created_at'
  | 'updated_at'
  | 'milestone_due'
  | 'popularity'
  | 'label_priority'
  | 'title'
  | 'closed_at'
  | 'comments'
  | 'iteration'
  | 'time_estimate'
  | 'time_spent'
  | 'published'
  | SortWord

export interface ListOrder {
  readonly orderBy: Order
  readonly sort: 'asc' | 'desc'
}

export const defaultOrder: ListOrder = { orderBy: 'created_at', sort: 'desc' }

export interface OrderName<By extends string> {
  readonly orderBy: By
  readonly sort: 'asc' | 'desc'
  readonly label: string
  readonly asc: string
  readonly desc: string
}

/** The names of the orders, with what comes first when they are chosen. */
export const orderNames: readonly OrderName<Order>[] = [
  { orderBy: 'created_at', sort: 'desc', label: 'Created', asc: 'Oldest first', desc: 'Newest first' },
  {
    orderBy: 'updated_at',
    sort: 'desc',
    label: 'Updated',
    asc: 'Least recently updated',
    desc: 'Recently updated',
  },
  { orderBy: 'closed_at', sort: 'desc', label: 'Closed', asc: 'Least recently closed', desc: 'Recently closed' },
  plainOrder('dueDate'),
  {
    orderBy: 'milestone_due',
    sort: 'asc',
    label: 'Milestone due',
    asc: 'Earliest due date',
    desc: 'Latest due date',
  },
  { orderBy: 'iteration', sort: 'asc', label: 'Iteration', asc: 'Earliest iteration', desc: 'Latest iteration' },
  plainOrder('weight'),
  plainOrder('healthStatus'),
  plainOrder('severity'),
  plainOrder('escalationStatus'),
  { orderBy: 'popularity', sort: 'desc', label: 'Popularity', asc: 'Fewest votes', desc: 'Most votes' },
  { orderBy: 'comments', sort: 'desc', label: 'Comments', asc: 'Fewest comments', desc: 'Most comments' },
  { orderBy: 'time_estimate', sort: 'desc', label: 'Estimate', asc: 'Lowest estimate', desc: 'Highest estimate' },
  { orderBy: 'time_spent', sort: 'desc', label: 'Time spent', asc: 'Least time spent', desc: 'Most time spent' },
  {
    orderBy: 'label_priority',
    sort: 'asc',
    label: 'Label priority',
    asc: 'Highest priority',
    desc: 'Lowest priority',
  },
  { orderBy: 'title', sort: 'asc', label: 'Title', asc: 'A to Z', desc: 'Z to A' },
]

export const orders: readonly Order[] = orderNames.map(order => order.orderBy)

function plainOrder(name: SortedName) {
  const { label, sort } = plainAttributes[name]
  return { orderBy: sort.word, sort: sort.first, label, asc: sort.asc, desc: sort.desc }
}

/**
 * The order last chosen in this browser; null for the usual one. The server draws the list in it too.
 *
 * @param orders  those of the list
 */
export function rememberedOrder(list: OrderedList, orders: readonly Order[]): ListOrder | null {
  const { order_by: orderBy, sort } = chosenOrder(list, currentReader().choices) ?? {}
  const known = orders.find(order => order === orderBy)
  return known === undefined ? null : { orderBy: known, sort: sort === 'asc' ? 'asc' : 'desc' }
}

export const rememberOrder =
  (list: OrderedList) =>
  ({ orderBy, sort }: ListOrder): void =>
    choose(orderChoices(list), orderChoice(list, orderBy, sort))
