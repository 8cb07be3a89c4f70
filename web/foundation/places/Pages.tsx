import { queryOf } from '#web/api/client.ts'
import { useAddress, usePageSearch } from '#web/api/route.tsx'
import { Pagination } from '#web/ui/layout/Pagination.tsx'
import { usePageNumber } from './search-box.ts'

interface PagesProps {
  readonly label: string
  readonly hasNext: boolean
}

/** One page back, one page on, everything else of the address as it is. */
export function Pages({ label, hasNext }: PagesProps) {
  const search = usePageSearch()
  const path = useAddress().replace(/\?.*/s, '')
  const page = usePageNumber() ?? 1
  const at = (number: number) => {
    const query = queryOf({ ...search, page: number === 1 ? undefined : number })
    return `${path}${query === '' ? '' : `?${query}`}`
  }
  return <Pagination label={label} previous={page > 1 ? at(page - 1) : null} next={hasNext ? at(page + 1) : null} />
}
