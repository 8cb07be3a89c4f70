import { GearIcon } from '@primer/octicons-react'
import { issueGroupWords } from '#contract/plan/attributes/plain-attributes.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { serviceDeskSettingsPath } from '#contract/plan/service-desk/service-desk-paths.ts'
import { getServiceDeskPage } from '#web/api/operations.gen.ts'
import { type ListKind, ofIssues } from '#web/plan/issues/list/list-kind.ts'
import { bulkOfIssues } from '#web/plan/lists/bulk/bulk-kind.ts'
import { type Column, type ColumnKey, columns as issueColumns, usualOf } from '#web/plan/lists/columns/columns.tsx'
import { type Order, orderNames, rememberOrder } from '#web/plan/lists/columns/order.ts'
import { issueFilterSet } from '#web/plan/lists/filter/filters.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { NoRequests } from './NoRequests.tsx'
import { requestsInput } from './requests-address.ts'

const usual: readonly ColumnKey[] = ['requester', 'firstAnswer', 'comments', 'people']

const own: readonly Column<ColumnKey, Order>[] = [
  { key: 'requester', label: 'Requester', word: 'requester', width: 13, isUsual: true },
  { key: 'firstAnswer', label: 'First reply', word: 'first_reply', width: 8, isUsual: true },
]

const columns = [
  ...own,
  ...issueColumns
    .filter(({ key }) => key !== 'author')
    .map(column => ({ ...column, isUsual: usual.includes(column.key) })),
]

/** The list of requests to a service desk: that of issues, whose author is the support bot. @source SDESK-001, SDESK-002 */
export const requestsKind: ListKind = {
  ...ofIssues,
  noun: 'request',
  nouns: 'requests',
  title: planTitles.serviceDesk,
  list: 'request',
  segment: 'issues/service_desk',
  active: 'service_desk',
  bulk: bulkOfIssues([getServiceDeskPage.name]),
  pages: { project: getServiceDeskPage },
  inputOf: requestsInput,
  fixed: { authorUsername: 'support-bot' },
  filters: { ...issueFilterSet, fields: issueFilterSet.fields.filter(({ key }) => key !== 'author') },
  columns,
  usualColumnsOf: () => usualOf(columns),
  groupWords: issueGroupWords.filter(word => word !== 'author'),
  orders: orderNames,
  onSort: rememberOrder('request'),
  nothing: page => page.serviceDesk && <NoRequests desk={page.serviceDesk} path={page.namespace.fullPath} />,
  actions: page =>
    page.serviceDesk?.canAdmin && (
      <LinkButton href={serviceDeskSettingsPath(page.namespace.fullPath)} icon={<GearIcon />}>
        Settings
      </LinkButton>
    ),
  newQuery: '',
}
