import type { Search } from '#web/api/router/search.ts'
import { streamState } from '../value-streams/address.ts'

/** The input of the page for its address: the days, as on the page of value streams, and the page of deployments. */
export function deliveryInput(namespace: string, search: Search) {
  const { from, to, page } = streamState(search)
  return {
    namespace,
    ...(from !== null && to !== null && { createdAfter: from, createdBefore: to }),
    ...(page > 1 && { page }),
  }
}
