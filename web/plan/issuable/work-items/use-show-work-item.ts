import { usePageSearch, useSetSearch } from '#web/api/route.tsx'

/** The word of the address that names the work item over the page. */
const word = 'work_item_iid'

/** Opens a work item of the project over the page: the address names it, and the way back closes it. */
export function useShowWorkItem(): (iid: number) => void {
  const search = usePageSearch()
  const setSearch = useSetSearch()
  return iid => setSearch({ ...search, [word]: String(iid) })
}

/** The work item that the address asks for over the page, and how it is closed. */
export function useShownWorkItem(): { readonly iid: number | null; readonly close: () => void } {
  const search = usePageSearch()
  const setSearch = useSetSearch()
  const { [word]: asked, ...rest } = search
  const iid = typeof asked === 'string' && /^\d{1,9}$/.test(asked) ? Number(asked) : null
  return { iid, close: () => setSearch(rest, { replace: true }) }
}
