import { useState } from 'react'
import { projectTopic, vulnerabilitiesTopic } from '#contract/live-topics.ts'
import { monitorTitles } from '#contract/monitor/page-titles.ts'
import {
  dependenciesPath,
  vulnerabilitiesPath,
  vulnerabilityPath,
} from '#contract/monitor/vulnerabilities/vulnerability-paths.ts'
import {
  stateTabOf,
  stateTabs,
  vulnerabilityFilterOf,
  vulnerabilityLimits,
  vulnerabilitySeverities,
  vulnerabilitySorts,
} from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import { getVulnerabilityReport } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch, useSetSearch } from '#web/api/route.tsx'
import { addressOf } from '#web/api/router/search.ts'
import { useSearchBox } from '#web/foundation/places/search-box.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Pagination } from '#web/ui/layout/Pagination.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { Table } from '#web/ui/layout/Table.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { NoMatchingResults } from '#web/ui/status/NoMatchingResults.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { VulnerabilityBulkBar } from './BulkBar.tsx'
import { severityLabels, sortLabels, tabLabels } from './messages.ts'
import type { VulnerabilityReportData, VulnerabilityRowData } from './shapes.ts'
import styles from './Vulnerabilities.module.css'
import { placeOf, SeverityDot, SeverityMark, StateChip } from './VulnerabilityMarks.tsx'

/** The vulnerabilities of a project. @source PREMIUM-038 */
export function VulnerabilitiesPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(
    getVulnerabilityReport,
    { namespace, ...vulnerabilityFilterOf(usePageSearch()) },
    {
      keepPrevious: true,
      topics: page => [vulnerabilitiesTopic(page.namespace.id), projectTopic(page.namespace.id)],
    },
  )
  return data === undefined ? <PlaceListSkeleton title={monitorTitles.vulnerabilities} /> : <Shown page={data} />
}

const columns = [
  { key: 'severity', label: 'Severity' },
  { key: 'title', label: 'Vulnerability' },
  { key: 'scanner', label: 'Scanner' },
  { key: 'detected', label: 'Detected' },
  { key: 'issues', label: 'Issues' },
  { key: 'state', label: 'State' },
] as const

function Shown({ page }: { readonly page: VulnerabilityReportData }) {
  const { namespace, vulnerabilities, permissions, pagination } = page
  const path = vulnerabilitiesPath(namespace.fullPath)
  usePlace({
    title: monitorTitles.vulnerabilities,
    namespace: shownNamespace(namespace),
    active: 'vulnerabilities',
    crumbs: [{ label: monitorTitles.vulnerabilities, href: path }],
  })
  const { cursor: _cursor, ...search } = usePageSearch()
  const { state: _state, ...otherStates } = search
  const selection = useSelection(vulnerabilities)
  const at = (cursor: string | undefined) => (cursor === undefined ? null : addressOf(path, { ...search, cursor }))
  const tab = stateTabOf(search.state)
  return (
    <Page>
      <PageHeader
        title={monitorTitles.vulnerabilities}
        actions={
          namespace.offers.dependencies && (
            <LinkButton href={dependenciesPath(namespace.fullPath)}>{monitorTitles.dependencies}</LinkButton>
          )
        }
      />
      <LinkTabs
        label="Vulnerabilities by state"
        active={tab}
        tabs={stateTabs.map(key => ({
          key,
          label: tabLabels[key],
          href: addressOf(path, key === 'open' ? otherStates : { ...search, state: key }),
        }))}
      />
      <Severities page={page} path={path} />
      <Tools page={page} />
      {vulnerabilities.length === 0 ? (
        <Empty page={page} tab={tab} />
      ) : (
        <div className={styles.table}>
          <Table
            caption={monitorTitles.vulnerabilities}
            columns={permissions.canUpdate ? [selection.column, ...columns] : columns}
          >
            {vulnerabilities.map(each => (
              <tr key={each.id}>
                {permissions.canUpdate && selection.cellOf(each)}
                <Cells vulnerability={each} namespace={namespace.fullPath} />
              </tr>
            ))}
          </Table>
        </div>
      )}
      <Pagination
        label="Vulnerabilities pagination"
        previous={at(pagination.previous?.cursor)}
        next={at(pagination.next?.cursor)}
      />
      {page.lastScan !== null && (
        <p className={styles.scan}>
          Last report <RelativeTime at={page.lastScan.createdAt} /> on commit{' '}
          <code>{page.lastScan.sha.slice(0, 8)}</code>
        </p>
      )}
      {selection.chosen.length > 0 && (
        <VulnerabilityBulkBar namespace={namespace.fullPath} chosen={selection.chosen} onClear={selection.clear} />
      )}
    </Page>
  )
}

/** How many have each severity. A press lists only those; another one lists all. */
function Severities({ page: { severities }, path }: { readonly page: VulnerabilityReportData; readonly path: string }) {
  const { cursor: _cursor, severity, ...search } = usePageSearch()
  return (
    <ul className={styles.counts} aria-label="Vulnerabilities by severity">
      {vulnerabilitySeverities.map(each => (
        <li key={each}>
          <Anchor
            className={styles.count}
            aria-current={severity === each || undefined}
            href={addressOf(path, severity === each ? search : { ...search, severity: each })}
          >
            <span className={styles.mark}>
              <SeverityDot severity={each} /> {severityLabels[each]}
            </span>
            <span className={styles.number}>{severities[each].toLocaleString('en')}</span>
          </Anchor>
        </li>
      ))}
    </ul>
  )
}

function Tools({ page: { scanners } }: { readonly page: VulnerabilityReportData }) {
  const { cursor: _cursor, scanner, sort, ...search } = usePageSearch()
  const setSearch = useSetSearch()
  const box = useSearchBox()
  const [ofScanner, ofSort] = [scanner === undefined ? {} : { scanner }, sort === undefined ? {} : { sort }]
  return (
    <div className={styles.tools}>
      <div className={styles.search}>
        <SearchInput
          label="Search vulnerabilities"
          value={box.text}
          onValue={box.setText}
          maxLength={vulnerabilityLimits.search}
        />
      </div>
      {scanners.length > 1 && (
        <Select
          aria-label="Scanner"
          value={typeof scanner === 'string' ? scanner : ''}
          options={[
            { value: '', label: 'All scanners' },
            ...scanners.map(({ externalId, name }) => ({ value: externalId, label: name })),
          ]}
          onValue={value => setSearch({ ...search, ...ofSort, ...(value !== '' && { scanner: value }) })}
        />
      )}
      <Select
        aria-label="Sort by"
        value={vulnerabilitySorts.find(each => each === sort) ?? 'severity'}
        options={vulnerabilitySorts.map(value => ({ value, label: sortLabels[value] }))}
        onValue={value => setSearch({ ...search, ...ofScanner, ...(value !== 'severity' && { sort: value }) })}
      />
    </div>
  )
}

interface CellsProps {
  readonly vulnerability: VulnerabilityRowData
  readonly namespace: string
}

function Cells({ vulnerability, namespace }: CellsProps) {
  const { id, title, severity, state, scanner, identifiers, resolvedOnDefaultBranch, issuesCount, detectedAt } =
    vulnerability
  const place = placeOf(vulnerability.location)
  return (
    <>
      <td className={styles.severity}>
        <SeverityMark severity={severity} />
      </td>
      <td className={styles.title}>
        <TextLink tone="plain" href={vulnerabilityPath(namespace, id)}>
          <bdi>{title}</bdi>
        </TextLink>
        <div className={styles.aside}>
          {place !== null && <bdi className={styles.place}>{place}</bdi>}
          {identifiers.map(each => (
            <span key={each}>
              {' · '}
              <bdi>{each}</bdi>
            </span>
          ))}
        </div>
      </td>
      <td className={styles.scanner}>
        <bdi>{scanner}</bdi>
      </td>
      <td className={styles.detected}>
        <RelativeTime at={detectedAt} />
      </td>
      <td className={styles.issues}>
        {issuesCount === 0 ? <span className={styles.none}>None</span> : counted(issuesCount, 'issue')}
      </td>
      <td className={styles.state}>
        <StateChip state={state} />
        {resolvedOnDefaultBranch && state !== 'resolved' && <div className={styles.aside}>No longer detected</div>}
      </td>
    </>
  )
}

function useSelection(rows: readonly VulnerabilityRowData[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const chosen = rows.filter(({ id }) => ids.has(id))
  return {
    chosen,
    clear: () => setIds(new Set()),
    column: {
      key: 'choice',
      label: (
        <Checkbox
          aria-label="Select all vulnerabilities on this page"
          checked={chosen.length > 0 && chosen.length === rows.length}
          indeterminate={chosen.length > 0 && chosen.length < rows.length}
          onValue={all => setIds(new Set(all ? rows.map(({ id }) => id) : []))}
        />
      ),
    },
    cellOf: ({ id, title }: VulnerabilityRowData) => (
      <td className={styles.choice}>
        <Checkbox
          aria-label={`Select ${title}`}
          checked={ids.has(id)}
          onValue={isChosen => {
            const next = new Set(ids)
            if (isChosen) next.add(id)
            else next.delete(id)
            setIds(next)
          }}
        />
      </td>
    ),
  }
}

function Empty({ page, tab }: { readonly page: VulnerabilityReportData; readonly tab: string }) {
  const { severity, scanner, search } = usePageSearch()
  if (severity !== undefined || scanner !== undefined || search !== undefined)
    return <NoMatchingResults>Change the search or the filters to see other vulnerabilities.</NoMatchingResults>
  if (page.scanners.length > 0)
    return (
      <EmptyState
        illustration={<Illustration of="all-done" />}
        title={tab === 'open' ? 'No open vulnerabilities' : 'No vulnerabilities with this state'}
      >
        {tab === 'open' && 'The latest reports of the default branch contain none that need work.'}
      </EmptyState>
    )
  return (
    <EmptyState
      illustration={<Illustration of="nothing-yet" />}
      title="No security reports yet"
      action={
        <LinkButton variant="primary" href="/help/vulnerabilities">
          How to send reports
        </LinkButton>
      }
    >
      Send the reports of your scanners from your pipelines. Their findings on the default branch appear here.
    </EmptyState>
  )
}
