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
    asc: 'Longest untouched first',
    desc: 'Last updated first',
  },
  { orderBy: 'due_date', sort: 'asc', label: 'Due date', asc: 'Due soonest first', desc: 'Due latest first' },
  {
    orderBy: 'milestone_due',
    sort: 'asc',
    label: 'Milestone due',
    asc: 'Due soonest first',
    desc: 'Due latest first',
  },
  { orderBy: 'weight', sort: 'desc', label: 'Weight', asc: 'Lightest first', desc: 'Heaviest first' },
  { orderBy: 'popularity', sort: 'desc', label: 'Popularity', asc: 'Fewest votes first', desc: 'Most votes first' },
  {
    orderBy: 'label_priority',
    sort: 'asc',
    label: 'Label priority',
    asc: 'Most important first',
    desc: 'Least important first',
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
