import type { ReactNode } from 'react'
import { issueGroupWords } from '#contract/plan/attributes/plain-attributes.ts'
import { issueTitles } from '#contract/plan/issue-titles.ts'
import { getGroupIssuesPage, getIssuesPage } from '#web/api/operations.gen.ts'
import type { Search } from '#web/api/router/search.ts'
import { listOfIssues } from '#web/plan/lists/bulk/bulk-kind.ts'
import { type Column, type ColumnKey, columns, usualColumnsOf } from '#web/plan/lists/columns/columns.tsx'
import { type Order, orderNames, rememberOrder } from '#web/plan/lists/columns/order.ts'
import { issueFilterSet } from '#web/plan/lists/filter/filters.ts'
import { issuesInput } from '#web/plan/lists/list-address.ts'
import type { ListDescription } from '#web/plan/lists/list-description.ts'
import { triageFields } from '#web/plan/lists/use-list-keys.ts'
import { isInGroup } from '#web/plan/place.ts'
import type { IssueRowData, IssuesPageData, IssuesPageInput, Place } from '#web/plan/shapes.ts'

type Columns = readonly Column<ColumnKey, Order>[]

/** The issues that a list shows, and its look. */
export interface ListKind extends ListDescription<'opened' | 'closed' | 'all', ColumnKey, Order> {
  readonly noun: 'issue' | 'incident' | 'request'
  readonly nouns: 'issues' | 'incidents' | 'requests'
  /** The end of its address. */
  readonly segment: 'issues' | 'incidents' | 'issues/service_desk'
  /** Its entry in the navigation. */
  readonly active: string
  readonly pages: {
    readonly project:
      | typeof getIssuesPage
      | typeof import('#web/api/operations.gen.ts').getIncidentsPage
      | typeof import('#web/api/operations.gen.ts').getServiceDeskPage
    readonly group?: typeof getGroupIssuesPage | typeof import('#web/api/operations.gen.ts').getGroupIncidentsPage
  }
  readonly inputOf: (namespace: string, search: Search) => IssuesPageInput
  /** The part of its filter that no address changes. */
  readonly fixed: Partial<Omit<IssuesPageInput, 'namespace'>>
  readonly usualColumnsOf: (rows: readonly IssueRowData[]) => Columns
  readonly groupWords: readonly (typeof issueGroupWords)[number][]
  /** Stands in place of the list where there is nothing in any state. */
  readonly nothing?: (page: IssuesPageData) => ReactNode
  /** Further buttons beside the title. */
  readonly actions?: (page: IssuesPageData) => ReactNode
  /** The query of the form of a new one. */
  readonly newQuery: string
}

/** The parts that the lists of issues and incidents share. */
export const ofIssues = {
  states: { opened: 'Open', closed: 'Closed', all: 'All' },
  fieldsIn: (namespace: Place) =>
    isInGroup(namespace) ? triageFields : triageFields.filter(field => field !== 'iteration'),
  peek: 'issue',
  rowHeight: (isCompact: boolean) => (isCompact ? '2.25rem' : '2.75rem'),
} as const

export const issuesKind: ListKind = {
  ...ofIssues,
  ...listOfIssues,
  title: issueTitles.issues,
  list: 'issue',
  segment: 'issues',
  active: 'issues',
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
