export const orders = [
  'created_at',
  'updated_at',
  'due_date',
  'milestone_due',
  'weight',
  'popularity',
  'label_priority',
  'title',
] as const
export type Order = (typeof orders)[number]

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
  { orderBy: 'due_date', sort: 'asc', label: 'Due date', asc: 'Earliest due date', desc: 'Latest due date' },
  {
    orderBy: 'milestone_due',
    sort: 'asc',
    label: 'Milestone due',
    asc: 'Earliest due date',
    desc: 'Latest due date',
  },
  { orderBy: 'weight', sort: 'desc', label: 'Weight', asc: 'Lowest weight', desc: 'Highest weight' },
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
