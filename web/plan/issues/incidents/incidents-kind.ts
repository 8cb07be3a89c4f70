import { createElement } from 'react'
import { isOfType, issueGroupWords } from '#contract/plan/attributes/plain-attributes.ts'
import { incidentSettingsPath } from '#contract/plan/incidents/incident-settings-path.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { getGroupIncidentsPage, getIncidentsPage } from '#web/api/operations.gen.ts'
import { type ListKind, ofIssues } from '#web/plan/issues/list/list-kind.ts'
import { bulkOfIssues } from '#web/plan/lists/bulk/bulk-kind.ts'
import { type Column, type ColumnKey, columns as issueColumns, usualOf } from '#web/plan/lists/columns/columns.tsx'
import { type Order, rememberOrder } from '#web/plan/lists/columns/order.ts'
import { issueFilterSet } from '#web/plan/lists/filter/filters.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { incidentOrders, incidentsInput } from './incidents-address.ts'

const maintainer = 40

const usual: readonly ColumnKey[] = ['severity', 'escalationStatus', 'people', 'created']

const sla: Column<ColumnKey, Order> = { key: 'sla', label: 'Time to SLA', word: 'sla', width: 8, isUsual: true }

const columns = issueColumns
  .filter(({ key }) => isOfType(key, 'incident'))
  .map(column => ({
    ...column,
    ...(column.key === 'escalationStatus' && { label: 'Status' }),
    isUsual: usual.includes(column.key),
  }))
  .flatMap(column => (column.key === 'escalationStatus' ? [column, sla] : [column]))

/** The list of incidents: that of issues with its type fixed. @source INCIDENT-013, INCIDENT-014 */
export const incidentsKind: ListKind = {
  ...ofIssues,
  noun: 'incident',
  nouns: 'incidents',
  title: planTitles.incidents,
  list: 'incident',
  segment: 'incidents',
  active: 'incidents',
  bulk: bulkOfIssues([getIncidentsPage.name, getGroupIncidentsPage.name]),
  pages: { project: getIncidentsPage, group: getGroupIncidentsPage },
  inputOf: incidentsInput,
  fixed: { issueType: 'incident' },
  filters: {
    ...issueFilterSet,
    fixedType: true,
    fields: issueFilterSet.fields.filter(({ key }) => key !== 'type' && isOfType(key, 'incident')),
  },
  columns,
  usualColumnsOf: () => usualOf(columns),
  groupWords: issueGroupWords.filter(word => word !== 'type' && word !== 'health_status'),
  orders: incidentOrders,
  onSort: rememberOrder('incident'),
  newQuery: '?issue[issue_type]=incident',
  actions: ({ namespace }) =>
    namespace.kind === 'project' &&
    namespace.accessLevel >= maintainer &&
    !namespace.archived &&
    createElement(LinkButton, { href: incidentSettingsPath(namespace.fullPath) }, 'Incident settings'),
}
