import { type Found, numberOf, usePages } from '#web/plan/pickers/search.ts'
import { useSearchText } from '#web/ui/use-debounced.ts'
import { searchOrganizations } from './search-organizations.graphql.gen.ts'

/** The active organizations of a group. */
export function useOrganizations(
  groupPath: string,
  text: string,
): Found<{ readonly id: number; readonly name: string }> {
  const [search, isPausing] = useSearchText(text.trim())
  const found = usePages(searchOrganizations, { fullPath: groupPath, search }, true, page => page.group?.organizations)
  return {
    ...found,
    items: found.nodes.map(({ id, name }) => ({ id: numberOf(id), name })),
    isLoading: found.isLoading || isPausing,
  }
}
