import type { Search } from '#web/api/router/search.ts'

/** The input of a list of labels for an address. */
export function pageInput(namespace: string, search: Search): { namespace: string; search?: string; page?: number } {
  const page = typeof search.page === 'string' && /^\d{1,6}$/.test(search.page) ? Number(search.page) : 1
  return {
    namespace,
    ...(typeof search.search === 'string' && search.search !== '' && { search: search.search }),
    ...(page > 1 && { page }),
  }
}

/** The input of a list of milestones for an address. */
export function milestonesInput(namespace: string, search: Search) {
  return {
    ...pageInput(namespace, search),
    ...((search.state === 'closed' || search.state === 'all') && { state: search.state }),
  } satisfies { state?: 'closed' | 'all'; namespace: string }
}

/** The input of the iterations of a place for an address. */
export const iterationsInput = (namespace: string, search: Search): { namespace: string; state?: 'closed' } => ({
  namespace,
  ...(search.state === 'closed' && { state: search.state }),
})

/** The input of a group's contacts or organizations for an address. @param named  the one that the address names */
export const contactsInput = <Name extends string>(
  namespace: string,
  search: Search,
  named: Readonly<Record<Name, string | undefined>>,
) => ({
  ...pageInput(namespace, search),
  ...((search.state === 'inactive' || search.state === 'all') && ({ state: search.state } as const)),
  ...(Object.fromEntries(
    Object.entries<string | undefined>(named)
      .filter(([, id]) => id !== undefined)
      // An id that is not a number matches nothing.
      .map(([name, id]) => [name, /^\d{1,15}$/.test(id ?? '') ? Number(id) : 0]),
  ) as { [N in Name]?: number }),
})

/** The input of an iteration's page. A segment that is not a number is not an iteration. */
export const iterationInput = ({ namespace = '', iid = '' }: Readonly<Record<string, string>>) => ({
  namespace,
  iterationId: /^\d{1,15}$/.test(iid) ? Number(iid) : 0,
})
