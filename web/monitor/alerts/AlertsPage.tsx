import type { ReactNode } from 'react'
import { pagesPath } from '#contract/issuable-kinds.ts'
import { issuablesTopic } from '#contract/live-topics.ts'
import type { AlertOrder } from '#contract/monitor/alerts/alert-limits.ts'
import { alertSettingsPath } from '#contract/monitor/alerts/alert-settings-path.ts'
import { checkInsPath } from '#contract/monitor/alerts/check-in-limits.ts'
import { maintenanceWindowsPath } from '#contract/monitor/alerts/maintenance-limits.ts'
import { monitorTitles } from '#contract/monitor/page-titles.ts'
import { getAlertsPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch, useSetSearch } from '#web/api/route.tsx'
import { addressOf } from '#web/api/router/search.ts'
import { Pages } from '#web/foundation/places/Pages.tsx'
import { useSearchBox } from '#web/foundation/places/search-box.ts'
import { planTopics } from '#web/plan/place.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { Table } from '#web/ui/layout/Table.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { AvatarStack } from '#web/ui/people/AvatarStack.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { AlertBulkBar } from './AlertBulkBar.tsx'
import styles from './Alerts.module.css'
import { alertsInput } from './alert-address.ts'
import { messages } from './messages.ts'
import { SeverityMark } from './SeverityMark.tsx'
import { StatusMark } from './StatusMark.tsx'
import type { AlertRowData, AlertsPageData } from './shapes.ts'
import { useAlertSelection } from './use-alert-selection.tsx'

/** The alerts of a project. @source ALERT-003 */
export function AlertsPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(getAlertsPage, alertsInput(namespace, usePageSearch()), {
    keepPrevious: true,
    topics: page => [...planTopics(page.namespace), issuablesTopic('alert', page.namespace.id)],
  })
  return data === undefined ? <PlaceListSkeleton title={monitorTitles.alerts} /> : <Shown page={data} />
}

const tabs = [
  { key: 'open', label: 'Open' },
  { key: 'triggered', label: 'Triggered' },
  { key: 'acknowledged', label: 'Acknowledged' },
  { key: 'resolved', label: 'Resolved' },
  { key: 'all', label: 'All' },
] as const

const orders: readonly { readonly value: `${AlertOrder} ${'asc' | 'desc'}`; readonly label: string }[] = [
  { value: 'started_at desc', label: 'Latest start' },
  { value: 'started_at asc', label: 'Earliest start' },
  { value: 'ended_at desc', label: 'Latest end' },
  { value: 'severity desc', label: 'Most severe' },
  { value: 'severity asc', label: 'Least severe' },
  { value: 'event_count desc', label: 'Most events' },
  { value: 'status asc', label: 'Status' },
  { value: 'updated_at desc', label: 'Last updated' },
]

const columns = [
  { key: 'severity', label: 'Severity' },
  { key: 'title', label: 'Alert' },
  { key: 'started', label: 'Started' },
  { key: 'events', label: 'Events', align: 'end' },
  { key: 'incident', label: 'Incident' },
  { key: 'assignee', label: 'Assignee' },
  { key: 'status', label: 'Status' },
] as const

function Shown({ page }: { readonly page: AlertsPageData }) {
  const { namespace, counts, permissions } = page
  const path = pagesPath('alert', namespace.fullPath)
  const settingsPath = alertSettingsPath(namespace.fullPath)
  usePlace({
    title: monitorTitles.alerts,
    namespace: shownNamespace(namespace),
    active: 'alerts',
    crumbs: [{ label: monitorTitles.alerts, href: path }],
  })
  const search = usePageSearch()
  const setSearch = useSetSearch()
  const box = useSearchBox()
  const { status = 'open', incident, orderBy = 'started_at', sort = 'desc' } = alertsInput(namespace.fullPath, search)
  const { page: _page, status: _status, ...rest } = search
  const { incident: _incident, ...withoutIncident } = search
  const order = orders.find(({ value }) => value === `${orderBy} ${sort}`) ?? orders[0]
  const bulk = useAlertSelection(page.alerts)
  const actions = (
    <>
      <LinkButton href={checkInsPath(namespace.fullPath)}>Check-ins</LinkButton>
      <LinkButton href={maintenanceWindowsPath(namespace.fullPath)}>Maintenance windows</LinkButton>
      {permissions.canAdminAlerts && <LinkButton href={settingsPath}>Alert settings</LinkButton>}
    </>
  )
  return (
    <Page>
      <PageHeader title={monitorTitles.alerts} actions={actions} />
      <LinkTabs
        label="Alerts by status"
        active={status}
        tabs={tabs.map(tab => ({
          ...tab,
          count: counts[tab.key],
          href: addressOf(path, tab.key === 'open' ? rest : { ...rest, status: tab.key }),
        }))}
      />
      <div className={styles.tools}>
        <SearchInput label="Search alerts" value={box.text} onValue={box.setText} maxLength={255} />
        <Select
          aria-label="Sort by"
          value={order?.value ?? 'started_at desc'}
          options={orders}
          onValue={value => {
            const [by = '', direction = ''] = value.split(' ')
            const { page: _former, ...others } = search
            setSearch({ ...others, order_by: by, sort: direction })
          }}
        />
      </div>
      {page.alerts.length === 0 ? (
        <Empty page={page} isSearched={box.asked !== undefined} />
      ) : (
        <div className={styles.alerts}>
          <Table caption={monitorTitles.alerts} columns={permissions.canEscalate ? [bulk.column, ...columns] : columns}>
            {page.alerts.map(alert => (
              <Row key={alert.id} alert={alert} choice={permissions.canEscalate && bulk.choiceOf(alert)} />
            ))}
          </Table>
        </div>
      )}
      {incident !== undefined && (
        <p className={styles.aside}>
          Only alerts of incident #{incident}.{' '}
          <TextLink href={addressOf(path, withoutIncident)}>Show all alerts</TextLink>
        </p>
      )}
      <Pages label="Alerts pagination" hasNext={page.hasNext} />
      {bulk.chosen.length > 0 && (
        <AlertBulkBar namespace={namespace.fullPath} chosen={bulk.chosen} onClear={bulk.clear} />
      )}
    </Page>
  )
}

interface RowProps {
  readonly alert: AlertRowData
  /** The cell with its checkbox. */
  readonly choice: ReactNode
}

function Row({ alert, choice }: RowProps) {
  const { incident, assignees } = alert
  return (
    <tr>
      {choice}
      <td className={styles.severity}>
        <SeverityMark severity={alert.severity} />
      </td>
      <td className={styles.title}>
        <TextLink tone="plain" href={alert.webPath}>
          <bdi>{alert.title}</bdi>
        </TextLink>
        <div className={styles.aside}>
          {alert.reference}
          {originOf(alert).map(word => (
            <span key={word}>
              {' · '}
              <bdi>{word}</bdi>
            </span>
          ))}
          {alert.isSilenced && ' · Silenced'}
        </div>
      </td>
      <td className={styles.started}>
        <RelativeTime at={alert.startedAt} />
      </td>
      <td data-align="end" className={styles.events}>
        {alert.eventCount.toLocaleString('en')}
        <span className={styles.unit}> {alert.eventCount === 1 ? 'event' : 'events'}</span>
      </td>
      <td className={styles.incident}>
        {incident === null ? (
          <span className={styles.none}>None</span>
        ) : (
          <TextLink href={incident.path}>{incident.reference}</TextLink>
        )}
      </td>
      <td className={styles.assignee}>
        {assignees.length === 0 ? (
          <span className={styles.none}>None</span>
        ) : (
          <AvatarStack label="Assignee" people={assignees} />
        )}
      </td>
      <td className={styles.status}>
        <StatusMark status={alert.status} />
      </td>
    </tr>
  )
}

/** Where an alert comes from: its service, integration and group. */
function originOf({ service, integration, monitoringTool, group }: AlertRowData): readonly string[] {
  const grouped = group === null ? '' : group === `Service: ${service}` ? 'Grouped by service' : `Group: ${group}`
  return [...new Set([service, integration ?? monitoringTool, grouped])].filter(word => word !== '')
}

function Empty({ page, isSearched }: { readonly page: AlertsPageData; readonly isSearched: boolean }) {
  if (isSearched || page.counts.all > 0)
    return <EmptyState illustration={<Illustration of="nothing-found" />} title={messages.noneHere} />
  const canConnect = page.permissions.canAdminAlerts && !page.hasIntegrations
  return (
    <EmptyState
      illustration={<Illustration of="nothing-yet" />}
      title={messages.none}
      action={
        canConnect && (
          <LinkButton variant="primary" href={alertSettingsPath(page.namespace.fullPath)}>
            Set up an integration
          </LinkButton>
        )
      }
    >
      {messages.connect} {!page.permissions.canAdminAlerts && !page.hasIntegrations && messages.askMaintainer}
    </EmptyState>
  )
}
