import { inOwnWords } from '#contract/plan/lists/list-words.ts'
import { parseSearch, type Search, stringifySearch } from '#web/api/router/search.ts'
import type { ListView } from '#web/plan/shapes.ts'

/** Words that say which page of what is shown, not what. */
const besideQuery = ['view', 'cursor', 'page', 'peek', 'work_item_iid']

/** The words of an address that a view can keep. */
const queryIn = (address: Search): Search =>
  Object.fromEntries(Object.entries(address).filter(([name]) => !besideQuery.includes(name)))

/** The view that an address names. */
export const viewIn = ({ view }: Search, views: readonly ListView[]): ListView | null =>
  views.find(({ id }) => String(id) === view) ?? null

/** The parameters of an address: for a view alone, its query. */
export function searchOf(address: Search, views: readonly ListView[]): Search {
  const view = viewIn(address, views)
  if (view === null || Object.keys(queryIn(address)).length > 0) return address
  return { ...parseSearch(view.query), ...address }
}

/** An address as the text that a view keeps, with the order that is shown. */
export const queryOf = (search: Search, order: Readonly<Record<'orderBy' | 'sort', string>>): string =>
  stringifySearch({ ...inOwnWords(queryIn(search)), order_by: order.orderBy, sort: order.sort }).slice(1)

/** Whether what is shown is no longer what the view says. */
export function isChanged(
  view: ListView,
  search: Search,
  order: Readonly<Record<'orderBy' | 'sort', string>>,
): boolean {
  const plain = (text: string) => {
    const { state = 'opened', ...rest } = inOwnWords(parseSearch(text))
    return JSON.stringify(sorted({ order_by: order.orderBy, sort: order.sort, ...rest, state }))
  }
  return plain(queryOf(search, order)) !== plain(view.query)
}

const sorted = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, each]) => [name, sorted(each)])
