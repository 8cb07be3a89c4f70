import { issueGroupWords } from '#contract/plan/attributes/plain-attributes.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { getGroupIssuesPage, getIssuesPage } from '#web/api/operations.gen.ts'
import type { Search } from '#web/api/router/search.ts'
import { type Column, type ColumnKey, columns, usualColumnsOf } from '#web/plan/lists/columns/columns.tsx'
import { type ListOrder, type Order, type OrderName, orderNames, rememberOrder } from '#web/plan/lists/columns/order.ts'
import { type FilterSet, issueFilterSet } from '#web/plan/lists/filter/filters.ts'
import { issuesInput } from '#web/plan/lists/list-address.ts'
import type { IssueRowData, IssuesPageInput } from '#web/plan/shapes.ts'

type Columns = readonly Column<ColumnKey, Order>[]

/** Which issues a list shows, and how. */
export interface ListKind {
  readonly noun: 'issue' | 'incident'
  readonly title: string
  /** The last segment of its address. */
  readonly segment: 'issues' | 'incidents'
  readonly pages: {
    readonly project: typeof getIssuesPage | typeof import('#web/api/operations.gen.ts').getIncidentsPage
    readonly group: typeof getGroupIssuesPage | typeof import('#web/api/operations.gen.ts').getGroupIncidentsPage
  }
  readonly inputOf: (namespace: string, search: Search) => IssuesPageInput
  /** The part of its filter that no address changes. */
  readonly fixed: Pick<IssuesPageInput, 'issueType'>
  readonly filters: FilterSet
  readonly columns: Columns
  readonly usualColumnsOf: (rows: readonly IssueRowData[]) => Columns
  readonly groupWords: readonly (typeof issueGroupWords)[number][]
  readonly orders: readonly OrderName<Order>[]
  /** Called with an order that is to be remembered for the next visit. */
  readonly onSort?: (order: ListOrder) => void
  /** The query of the form of a new one. */
  readonly newQuery: string
}

export const issuesKind: ListKind = {
  noun: 'issue',
  title: planTitles.issues,
  segment: 'issues',
  pages: { project: getIssuesPage, group: getGroupIssuesPage },
  inputOf: issuesInput,
  fixed: {},
  filters: issueFilterSet,
  columns,
  usualColumnsOf,
  groupWords: issueGroupWords,
  orders: orderNames,
  onSort: rememberOrder('issue'),
  newQuery: '',
}
