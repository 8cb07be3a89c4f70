import { type AlertOrder, type AlertTab, alertOrders, alertTabs } from '#contract/monitor/alerts/alert-limits.ts'
import type { Search } from '#web/api/router/search.ts'
import { pageInput } from '#web/plan/page-input.ts'

/** The input of the list of alerts for an address. */
export function alertsInput(namespace: string, search: Search) {
  const status = alertTabs.find(tab => tab === search.status)
  const incident = Number(search.incident)
  const orderBy = alertOrders.find(order => order === search.order_by)
  return {
    ...pageInput(namespace, search),
    ...(status !== undefined && { status }),
    ...(Number.isSafeInteger(incident) && incident > 0 && { incident }),
    ...(orderBy !== undefined && { orderBy }),
    ...(search.sort === 'asc' && ({ sort: 'asc' } as const)),
  } satisfies { namespace: string; status?: AlertTab; incident?: number; orderBy?: AlertOrder; sort?: 'asc' }
}
