import type { Search } from '#web/api/router/search.ts'
import { pageInput } from '#web/plan/page-input.ts'

const tabs = ['open', 'triggered', 'acknowledged', 'resolved', 'all'] as const
const orders = ['started_at', 'ended_at', 'severity', 'event_count', 'status', 'updated_at'] as const

export type AlertTab = (typeof tabs)[number]
export type AlertOrder = (typeof orders)[number]

/** The input of the list of alerts for an address. */
export function alertsInput(namespace: string, search: Search) {
  const status = tabs.find(tab => tab === search.status)
  const orderBy = orders.find(order => order === search.order_by)
  return {
    ...pageInput(namespace, search),
    ...(status !== undefined && { status }),
    ...(orderBy !== undefined && { orderBy }),
    ...(search.sort === 'asc' && ({ sort: 'asc' } as const)),
  } satisfies { namespace: string; status?: AlertTab; orderBy?: AlertOrder; sort?: 'asc' }
}
