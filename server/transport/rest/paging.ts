import type { Operation } from '#contract/operation.ts'
import { defaultPerPage, maxPerPage } from '#contract/shapes.ts'
import { NotPaged } from '#server/errors.ts'

/** Rows that a page by number may lie behind, where one could also go by key. */
const maxOffset = 50_000

/**
 * The check of a list's paging parameters before its query: it refuses keyset pages where the list has none, and page
 * numbers so high that keyset pages must be used. Null if the operation is no list of the API.
 *
 * @source rest.md 1.5
 */
export function compilePaging({ input, door }: Operation): ((raw: Readonly<Record<string, unknown>>) => void) | null {
  if (door !== 'api' || !('perPage' in input.properties)) return null
  const hasKeys = 'pagination' in input.properties
  return raw => {
    if (raw.pagination === 'keyset') {
      if (!hasKeys) throw new NotPaged('Keyset pagination is not yet available for this type of request')
      return
    }
    if (!hasKeys || raw.page === undefined) return
    const perPage = Math.min(Number(raw.per_page ?? defaultPerPage), maxPerPage)
    if ((Number(raw.page) - 1) * perPage > maxOffset)
      throw new NotPaged(
        `Offset pagination has a maximum allowed offset of ${maxOffset} for this type of request. Remaining records can be retrieved using keyset pagination.`,
      )
  }
}
