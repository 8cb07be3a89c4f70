import { DownloadIcon } from '@primer/octicons-react'
import { dayWords, periodWords } from '#contract/day-words.ts'
import type { PlaceKind } from '#contract/foundation/places.ts'
import type { DeliveryMetric, IterationFigures, DeliveryPage as PageData } from '#contract/insights/delivery.ts'
import { deliveryPath } from '#contract/insights/insight-paths.ts'
import { insightTitles } from '#contract/insights/page-titles.ts'
import { environmentsTopic, namespaceTopic } from '#contract/live-topics.ts'
import { deliveryPages } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch, useSetSearch } from '#web/api/route.tsx'
import { addressOf } from '#web/api/router/search.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Pagination } from '#web/ui/layout/Pagination.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { Table } from '#web/ui/layout/Table.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { AsTable } from '../AsTable.tsx'
import { durationWords } from '../duration.ts'
import { type Figure, Figures } from '../Figures.tsx'
import styles from '../figures.module.css'
import { InsightTabs } from '../InsightTabs.tsx'
import { streamState } from '../value-streams/address.ts'
import { DaysField } from '../value-streams/DaysField.tsx'
import { deliveryInput } from './address.ts'

/** How often and how safely a project delivers. */
export const ProjectDeliveryPage = () => <Delivery kind="project" />

/** The same for the projects of a group. */
export const GroupDeliveryPage = () => <Delivery kind="group" />

function Delivery({ kind }: { readonly kind: PlaceKind }) {
  const { namespace = '' } = usePageParams()
  const { data, isError, refetch } = useReading(deliveryPages[kind], deliveryInput(namespace, usePageSearch()), {
    keepPrevious: true,
    topics: page => [
      namespaceTopic({ kind, id: page.namespace.id }),
      ...(kind === 'project' ? [environmentsTopic(page.namespace.id)] : []),
    ],
  })
  if (data !== undefined) return <Shown kind={kind} page={data} />
  if (!isError) return <PlaceListSkeleton title={insightTitles.delivery} />
  return (
    <Page>
      <PageHeader title={insightTitles.delivery} />
      <RetryBanner onRetry={refetch}>Could not load the delivery figures.</RetryBanner>
    </Page>
  )
}

function Shown({ kind, page }: { readonly kind: PlaceKind; readonly page: PageData }) {
  const { namespace, from, to, metrics, iterations } = page
  const path = deliveryPath(kind, namespace.fullPath)
  usePlace({
    title: insightTitles.delivery,
    namespace: shownNamespace(namespace),
    active: 'insights',
    crumbs: [{ label: insightTitles.delivery, href: path }],
  })
  const setSearch = useSetSearch()
  const days = { created_after: from, created_before: to }
  const { hasWrongDays, page: number } = streamState(usePageSearch())
  return (
    <Page>
      <PageHeader
        title={insightTitles.delivery}
        actions={
          metrics.length > 0 && (
            <LinkButton icon={<DownloadIcon />} href={addressOf(`${path}.csv`, days)} download>
              CSV
            </LinkButton>
          )
        }
      />
      <InsightTabs kind={kind} namespace={namespace} active="delivery" />
      <DaysField
        {...{ from, to, hasWrongDays }}
        onDays={({ from, to }) => setSearch({ created_after: from, created_before: to })}
      />
      <Figures figures={metrics.map(metric => figureOf(metric, kind, page))} />
      {metrics.length > 0 && <Weeks metrics={metrics} />}
      <Figures figures={activityOf(kind, page)} />
      <div className={styles.cards}>
        {page.deployments.length > 0 && (
          <Deployments
            kind={kind}
            page={page}
            number={number}
            addressFor={page => addressOf(path, { ...days, page })}
          />
        )}
        {iterations.length > 0 && <Iterations iterations={iterations} />}
      </div>
    </Page>
  )
}

const daysIn = ({ from, to }: PageData): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

/** A metric with its rule and the page of its rows. @source product-rules.md 16 */
function figureOf({ name, value, weeks }: DeliveryMetric, kind: PlaceKind, page: PageData): Figure {
  const { fullPath } = page.namespace
  const incidents = `/${kind === 'group' ? 'groups/' : ''}${fullPath}/-/incidents`
  const deployments = page.deployments.length > 0 ? `#${deploymentsId}` : undefined
  const known = weeks.flatMap(each => each.value ?? [])
  // A week without a value has no place on a line, and a single one makes none.
  const line = known.length > 1 ? { weeks: known } : {}
  switch (name) {
    case 'deployment_frequency':
      return {
        ...line,
        label: metricLabels[name],
        value: `${metricWords(name, value)} (${((value ?? 0) / daysIn(page)).toLocaleString('en', { maximumFractionDigits: 2 })} a day)`,
        rule: 'Successful deployments to environments of the production tier.',
        href: deployments,
      }
    case 'lead_time_for_changes':
      return {
        ...line,
        label: metricLabels[name],
        value: metricWords(name, value),
        rule: 'Median time from the merge of a merge request to its deployment to production.',
        href: value === null ? undefined : deployments,
      }
    case 'time_to_restore_service':
      return {
        ...line,
        label: metricLabels[name],
        value: metricWords(name, value),
        rule: 'Median time from the creation of an incident until it is closed.',
        href:
          value === null
            ? undefined
            : addressOf(incidents, { state: 'closed', closed_after: page.from, closed_before: page.to }),
      }
    case 'change_failure_rate':
      return {
        ...line,
        label: metricLabels[name],
        value: metricWords(name, value),
        rule: 'Incidents created, divided by deployments to production.',
        href:
          value === null
            ? undefined
            : addressOf(incidents, { state: 'all', created_after: page.from, created_before: page.to }),
      }
    default:
      return name satisfies never
  }
}

/** A value of a metric without its unit of days. */
function metricWords(name: DeliveryMetric['name'], value: number | null): string {
  if (name === 'deployment_frequency') return (value ?? 0).toLocaleString('en')
  if (name !== 'change_failure_rate') return durationWords(value)
  return value === null ? '–' : value.toLocaleString('en', { style: 'percent', maximumFractionDigits: 1 })
}

const metricLabels = {
  deployment_frequency: 'Deployments to production',
  lead_time_for_changes: 'Lead time for changes',
  time_to_restore_service: 'Time to restore',
  change_failure_rate: 'Change failure rate',
} satisfies Record<DeliveryMetric['name'], string>

/** The metrics of each week. */
const Weeks = ({ metrics }: { readonly metrics: readonly DeliveryMetric[] }) => (
  <AsTable>
    <Table
      caption="Delivery by week"
      columns={[
        { key: 'week', label: 'Week from' },
        ...metrics.map(({ name }) => ({ key: name, label: metricLabels[name], align: 'end' as const })),
      ]}
    >
      {metrics[0]?.weeks.map(({ date }, index) => (
        <tr key={date}>
          <td>{dayWords(date)}</td>
          {metrics.map(({ name, weeks }) => (
            <td key={name} data-align="end">
              {metricWords(name, weeks[index]?.value ?? null)}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  </AsTable>
)

function activityOf(kind: PlaceKind, page: PageData): readonly Figure[] {
  const base = `/${kind === 'group' ? 'groups/' : ''}${page.namespace.fullPath}/-`
  const days = { state: 'all', created_after: page.from, created_before: page.to }
  const { issues, mergeRequests, members } = page.activity
  return [
    {
      label: 'New issues',
      value: issues.toLocaleString('en'),
      rule: 'Created on these days, open or closed.',
      href: addressOf(`${base}/issues`, days),
    },
    {
      label: 'New merge requests',
      value: mergeRequests.toLocaleString('en'),
      rule: 'Created on these days, in any state.',
      href: addressOf(`${base}/merge_requests`, days),
    },
    {
      label: 'New members',
      value: members.toLocaleString('en'),
      rule: 'People who got a role here or in a project below on these days.',
      href: `${base}/${kind === 'group' ? 'group_members' : 'project_members'}`,
    },
  ]
}

interface DeploymentsProps {
  readonly kind: PlaceKind
  readonly page: PageData
  readonly number: number
  readonly addressFor: (page: string) => string
}

const deploymentsId = 'deployments'

/** The deployments that the metrics count. */
function Deployments({ kind, page: { deployments, hasNext }, number, addressFor }: DeploymentsProps) {
  return (
    <Card
      title={<span id={deploymentsId}>Deployments to production</span>}
      description="Lead time is the median of the merge requests that a deployment brought to production."
      flush
    >
      <Table
        caption="Deployments to production"
        columns={[
          { key: 'environment', label: 'Environment' },
          { key: 'commit', label: 'Commit' },
          { key: 'changes', label: 'Merge requests', align: 'end' },
          { key: 'lead', label: 'Lead time', align: 'end' },
          { key: 'finished', label: 'Finished' },
        ]}
      >
        {deployments.map(each => (
          <tr key={each.id}>
            <td>
              <TextLink tone="plain" href={each.path}>
                <bdi>{each.environment}</bdi>
              </TextLink>{' '}
              {kind === 'group' && <small>{each.projectPath}</small>}
            </td>
            <td>
              <TextLink tone="plain" href={`/${each.projectPath}/-/commit/${each.shortSha}`}>
                <code>{each.shortSha}</code>
              </TextLink>{' '}
              <small>
                <bdi>{each.ref}</bdi>
              </small>
            </td>
            <td data-align="end">{each.mergeRequests.toLocaleString('en')}</td>
            <td data-align="end">{durationWords(each.leadTime)}</td>
            <td>
              <RelativeTime at={each.finishedAt} />
            </td>
          </tr>
        ))}
      </Table>
      <Pagination
        label="Deployments pagination"
        previous={number > 1 ? addressFor(String(number - 1)) : null}
        next={hasNext ? addressFor(String(number + 1)) : null}
      />
    </Card>
  )
}

function Iterations({ iterations }: { readonly iterations: readonly IterationFigures[] }) {
  return (
    <Card
      title="Iterations"
      description="Issues that each iteration has now. Cycle time is the median from the first commit that mentions a closed issue until it was closed."
      flush
    >
      <Table
        caption="Throughput and cycle time of iterations"
        columns={[
          { key: 'iteration', label: 'Iteration' },
          { key: 'closed', label: 'Closed', align: 'end' },
          { key: 'weight', label: 'Closed weight', align: 'end' },
          { key: 'cycle', label: 'Cycle time', align: 'end' },
        ]}
      >
        {iterations.map(
          ({ id, title, cadenceTitle, path, startDate, dueDate, closed, total, closedWeight, cycleTime }) => (
            <tr key={id}>
              <td>
                <TextLink tone="plain" href={path}>
                  {title ?? periodWords(startDate, dueDate)}
                </TextLink>{' '}
                <small>{title === null ? cadenceTitle : `${cadenceTitle}, ${periodWords(startDate, dueDate)}`}</small>
              </td>
              <td data-align="end">
                {closed.toLocaleString('en')} of {total.toLocaleString('en')}
              </td>
              <td data-align="end">{closedWeight.toLocaleString('en')}</td>
              <td data-align="end">{durationWords(cycleTime)}</td>
            </tr>
          ),
        )}
      </Table>
    </Card>
  )
}
