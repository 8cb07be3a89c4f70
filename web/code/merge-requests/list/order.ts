import type { OrderName } from '#web/plan/lists/columns/order.ts'
import type { MergeRequestsPageInput } from './shapes.ts'

export type Order = NonNullable<MergeRequestsPageInput['orderBy']>

/** The names of the orders, with what comes first when they are chosen. */
export const orderNames: readonly OrderName<Order>[] = [
  { orderBy: 'created_at', sort: 'desc', label: 'Created', asc: 'Oldest first', desc: 'Newest first' },
  { orderBy: 'updated_at', sort: 'desc', label: 'Updated', asc: 'Least recently updated', desc: 'Recently updated' },
  { orderBy: 'merged_at', sort: 'desc', label: 'Merged', asc: 'First merged', desc: 'Last merged' },
  { orderBy: 'milestone_due', sort: 'asc', label: 'Milestone due', asc: 'Earliest due date', desc: 'Latest due date' },
  { orderBy: 'popularity', sort: 'desc', label: 'Popularity', asc: 'Fewest votes', desc: 'Most votes' },
  { orderBy: 'label_priority', sort: 'asc', label: 'Label priority', asc: 'Highest priority', desc: 'Lowest priority' },
  { orderBy: 'title', sort: 'asc', label: 'Title', asc: 'A to Z', desc: 'Z to A' },
]
