import { plainAttributes, type SortedName, type SortWord } from '#contract/plan/plain-attributes.ts'

export type Order = 'created_at' | 'updated_at' | 'milestone_due' | 'popularity' | 'label_priority' | 'title' | SortWord

export interface ListOrder {
  readonly orderBy: Order
  readonly sort: 'asc' | 'desc'
}

export const defaultOrder: ListOrder = { orderBy: 'created_at', sort: 'desc' }

/** The names of the orders, with what comes first when they are chosen. */
export const orderNames: readonly (ListOrder & {
  readonly label: string
  readonly asc: string
  readonly desc: string
})[] = [
  { orderBy: 'created_at', sort: 'desc', label: 'Created', asc: 'Oldest first', desc: 'Newest first' },
  {
    orderBy: 'updated_at',
    sort: 'desc',
    label: 'Updated',
    asc: 'Least recently updated',
    desc: 'Recently updated',
  },
  plainOrder('dueDate'),
  {
    orderBy: 'milestone_due',
    sort: 'asc',
    label: 'Milestone due',
    asc: 'Earliest due date',
    desc: 'Latest due date',
  },
  plainOrder('weight'),
  { orderBy: 'popularity', sort: 'desc', label: 'Popularity', asc: 'Fewest votes', desc: 'Most votes' },
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

const key = 'weft:issues:order'

/** The order last chosen in this browser; null for the usual one. */
export function rememberedOrder(): ListOrder | null {
  try {
    const [orderBy, sort] = (localStorage.getItem(key) ?? '').split(' ')
    const known = orderNames.find(order => order.orderBy === orderBy)
    return known && (sort === 'asc' || sort === 'desc') ? { orderBy: known.orderBy, sort } : null
  } catch {
    return null
  }
}

export function rememberOrder({ orderBy, sort }: ListOrder): void {
  try {
    localStorage.setItem(key, `${orderBy} ${sort}`)
  } catch {
    // The address holds the order too.
  }
}
