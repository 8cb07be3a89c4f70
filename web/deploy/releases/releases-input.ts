import type { Search } from '#web/api/router/search.ts'

/** The input of the list of releases, from its address. */
export function releasesInput(namespace: string, { page }: Search) {
  const number = Number(page)
  return { namespace, ...(Number.isInteger(number) && number > 1 && { page: number }) }
}
