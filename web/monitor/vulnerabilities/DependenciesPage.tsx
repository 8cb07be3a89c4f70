import { projectTopic, vulnerabilitiesTopic } from '#contract/live-topics.ts'
import { monitorTitles } from '#contract/monitor/page-titles.ts'
import { dependenciesPath, vulnerabilitiesPath } from '#contract/monitor/vulnerabilities/vulnerability-paths.ts'
import { vulnerabilityLimits } from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { getDependencies } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch, useSetSearch } from '#web/api/route.tsx'
import { addressOf } from '#web/api/router/search.ts'
import { useSearchBox } from '#web/foundation/places/search-box.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Pagination } from '#web/ui/layout/Pagination.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { Table } from '#web/ui/layout/Table.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { NoMatchingResults } from '#web/ui/status/NoMatchingResults.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import styles from './Dependencies.module.css'
import { DependencyCells, dependencyColumns } from './DependencyCells.tsx'
import { dependenciesInput } from './dependency-address.ts'

type DependenciesData = ReplyOf<typeof import('#contract/monitor/vulnerabilities/dependencies.ts').getDependencies>

/** The dependencies of a project, from its newest SBOMs. */
export function DependenciesPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(getDependencies, dependenciesInput(namespace, usePageSearch()), {
    keepPrevious: true,
    topics: page => [vulnerabilitiesTopic(page.namespace.id), projectTopic(page.namespace.id)],
  })
  return data === undefined ? <PlaceListSkeleton title={monitorTitles.dependencies} /> : <Shown page={data} />
}

function Shown({ page }: { readonly page: DependenciesData }) {
  const { namespace, dependencies, pagination, count, affectedCount, documents } = page
  const path = dependenciesPath(namespace.fullPath)
  usePlace({
    title: monitorTitles.dependencies,
    namespace: shownNamespace(namespace),
    active: 'vulnerabilities',
    crumbs: [
      { label: monitorTitles.vulnerabilities, href: vulnerabilitiesPath(namespace.fullPath) },
      { label: monitorTitles.dependencies, href: path },
    ],
  })
  const { cursor: _cursor, ...search } = usePageSearch()
  const { affected: _affected, ...others } = search
  const setSearch = useSetSearch()
  const box = useSearchBox()
  const at = (cursor: string | undefined) => (cursor === undefined ? null : addressOf(path, { ...search, cursor }))
  return (
    <Page>
      <PageHeader title={monitorTitles.dependencies} />
      {documents.length === 0 ? (
        <EmptyState
          illustration={<Illustration of="nothing-yet" />}
          title="No dependencies yet"
          action={
            <LinkButton variant="primary" href="/help/vulnerabilities">
              How to send an SBOM
            </LinkButton>
          }
        >
          Send a CycloneDX document from your pipelines. The components that it lists appear here.
        </EmptyState>
      ) : (
        <>
          <div className={styles.tools}>
            <div className={styles.search}>
              <SearchInput
                label="Search dependencies"
                value={box.text}
                onValue={box.setText}
                maxLength={vulnerabilityLimits.search}
              />
            </div>
            <Checkbox
              label={`Only those with vulnerabilities (${affectedCount.toLocaleString('en')})`}
              checked={search.affected === 'true'}
              onValue={isOn => setSearch(isOn ? { ...others, affected: 'true' } : others)}
            />
          </div>
          <p className={styles.summary}>
            {count.toLocaleString('en')} {count === 1 ? 'dependency' : 'dependencies'}
            {documents.map(({ source, tool, createdAt }) => (
              <span key={source}>
                {' · '}
                <bdi>{[source, tool].filter(word => word !== '').join(' by ')}</bdi> <RelativeTime at={createdAt} />
              </span>
            ))}
          </p>
          {dependencies.length === 0 ? (
            <NoMatchingResults>Change the search or the filter to see other dependencies.</NoMatchingResults>
          ) : (
            <div className={styles.table}>
              <Table caption={monitorTitles.dependencies} columns={dependencyColumns}>
                {dependencies.map(each => (
                  <tr key={each.id}>
                    <DependencyCells dependency={each} />
                  </tr>
                ))}
              </Table>
            </div>
          )}
          <Pagination
            label="Dependencies pagination"
            previous={at(pagination.previous?.cursor)}
            next={at(pagination.next?.cursor)}
          />
        </>
      )}
    </Page>
  )
}
