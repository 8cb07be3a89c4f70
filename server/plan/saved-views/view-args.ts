import type { InputOf, Operation } from '#contract/operation.ts'
import type { ViewedList } from '#contract/plan/lists/view-limits.ts'
import type { Context } from '#server/context.ts'
import { builder } from '#server/graphql/builder.ts'
import { filtersOfView } from './queries.ts'

/** Names a saved view of a list in GraphQL. Arguments of the query override its filters and order. */
export const viewArgs = builder.args(t => ({
  savedViewId: t.int({
    description:
      'ID of a saved view of the list. Its filters and sort order apply; days are counted in the time zone of the caller.',
  }),
}))

interface SortedInput {
  readonly orderBy?: string
  readonly sort?: 'asc' | 'desc'
}

type NotFilter = 'namespace' | 'view' | 'cursor' | 'page' | 'groupBy' | 'groupScope' | 'group' | 'orderBy' | 'sort'

/**
 * The filter and the order of a saved view, which can be of any of the lists.
 *
 * @throws NotFound  the view is someone else's, of another place or list, or does not exist
 */
export async function viewedFilter<Page extends Operation>(
  ctx: Context,
  namespaceId: number,
  lists: readonly ViewedList[],
  viewId: number,
): Promise<{
  /** The list that the view is of. */
  readonly list: ViewedList
  readonly filter: Omit<InputOf<Page>, NotFilter>
  readonly orderBy: string
  readonly sort: 'asc' | 'desc'
}> {
  const { list, filters } = await filtersOfView(ctx, namespaceId, lists, viewId)
  // The decoder of the list's page has read these values.
  const view = filters as InputOf<Page> & SortedInput
  const { orderBy = 'created_at', sort = 'desc', ...rest } = view
  const notFilters = ['namespace', 'view', 'cursor', 'page', 'groupBy', 'groupScope', 'group']
  const filter = {
    timeZone: ctx.timeZone ?? 'UTC',
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => !notFilters.includes(name))),
  }
  // These names are left out.
  return { list, filter: filter as unknown as Omit<InputOf<Page>, NotFilter>, orderBy, sort }
}
