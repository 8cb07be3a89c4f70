import type { Search } from '#web/api/router/search.ts'

/** The input of the page of reports, from its address. */
export function reportsInput({ state, page }: Search): { readonly state?: 'open' | 'closed'; readonly page?: number } {
  const number = typeof page === 'string' ? Number.parseInt(page, 10) : Number.NaN
  return { ...(state === 'open' || state === 'closed' ? { state } : {}), ...(number > 1 ? { page: number } : {}) }
}
