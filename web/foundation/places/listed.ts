import type { Search } from '#web/api/router/search.ts'

/** Search and page of a list, as `useSearchBox` and `usePageNumber` read them. */
export function listed({ search, page }: Search): Readonly<Record<string, unknown>> {
  const number = Number(page)
  return { ...(search === undefined ? {} : { search }), ...(number > 1 ? { page: number } : {}) }
}
