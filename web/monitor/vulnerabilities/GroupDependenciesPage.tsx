import { useState } from 'react'
import { groupTopic } from '#contract/live-topics.ts'
import { monitorTitles } from '#contract/monitor/page-titles.ts'
import { type VersionComparison, versionComparisons } from '#contract/monitor/vulnerabilities/dependency-words.ts'
import { dependenciesPath, groupDependenciesPath } from '#contract/monitor/vulnerabilities/vulnerability-paths.ts'
import { vulnerabilityLimits } from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { getGroupDependencies } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch, useSetSearch } from '#web/api/route.tsx'
import { addressOf } from '#web/api/router/search.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Pagination } from '#web/ui/layout/Pagination.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { Table } from '#web/ui/layout/Table.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { NoMatchingResults } from '#web/ui/status/NoMatchingResults.tsx'
import styles from './Dependencies.module.css'
import { DependencyCells, dependencyColumns } from './DependencyCells.tsx'
import { groupDependenciesInput } from './dependency-address.ts'

type GroupDependenciesData = ReplyOf<
  typeof import('#contract/monitor/vulnerabilities/dependencies.ts').getGroupDependencies
>

/** The dependencies of the projects of a group, found by package and version. */
export function GroupDependenciesPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(getGroupDependencies, groupDependenciesInput(namespace, usePageSearch()), {
    keepPrevious: true,
    topics: page => [groupTopic(page.namespace.id)],
  })
  return data === undefined ? <PlaceListSkeleton title={monitorTitles.dependencies} /> : <Shown page={data} />
}

const columns = [...dependencyColumns, { key: 'project', label: 'Project' }] as const

function Shown({ page }: { readonly page: GroupDependenciesData }) {
  const { namespace, dependencies, pagination, projectsCount } = page
  const path = groupDependenciesPath(namespace.fullPath)
  usePlace({
    title: monitorTitles.dependencies,
    namespace: shownNamespace(namespace),
    active: 'dependencies',
    crumbs: [{ label: monitorTitles.dependencies, href: path }],
  })
  const { cursor: _cursor, ...search } = usePageSearch()
  const at = (cursor: string | undefined) => (cursor === undefined ? null : addressOf(path, { ...search, cursor }))
  const isSearched = search.package !== undefined || search.affected !== undefined
  return (
    <Page>
      <PageHeader title={monitorTitles.dependencies} />
      <Finder key={JSON.stringify(search)} />
      {dependencies.length === 0 ? (
        isSearched ? (
          <NoMatchingResults>No project that you can see has a matching dependency.</NoMatchingResults>
        ) : (
          <EmptyState illustration={<Illustration of="nothing-yet" />} title="No dependencies yet">
            The dependencies of projects in which you have at least the Developer role appear here.
          </EmptyState>
        )
      ) : (
        <>
          <p className={styles.summary}>
            In {projectsCount.toLocaleString('en')} {projectsCount === 1 ? 'project' : 'projects'}
          </p>
          <div className={styles.table}>
            <Table caption={monitorTitles.dependencies} columns={columns}>
              {dependencies.map(each => (
                <tr key={each.id}>
                  <DependencyCells dependency={each} />
                  <td className={styles.wide}>
                    <TextLink href={dependenciesPath(each.project.fullPath)}>
                      <bdi>{each.project.name}</bdi>
                    </TextLink>
                  </td>
                </tr>
              ))}
            </Table>
          </div>
        </>
      )}
      <Pagination
        label="Dependencies pagination"
        previous={at(pagination.previous?.cursor)}
        next={at(pagination.next?.cursor)}
      />
    </Page>
  )
}

const comparisonLabels: Readonly<Record<VersionComparison, string>> = {
  '<': 'before',
  '<=': 'up to',
  '=': 'equal to',
  '>=': 'from',
  '>': 'after',
}

/** The question "which projects have this package in a version before that one". */
function Finder() {
  const { cursor: _cursor, ...search } = usePageSearch()
  const setSearch = useSetSearch()
  const [name, setName] = useState(typeof search.package === 'string' ? search.package : '')
  const [version, setVersion] = useState(typeof search.version === 'string' ? search.version : '')
  const [compare, setCompare] = useState<VersionComparison>(
    versionComparisons.find(each => each === search.compare) ?? '<',
  )
  const find = (affected: unknown = search.affected) => {
    const hasVersion = name.trim() !== '' && version.trim() !== ''
    setSearch({
      ...(name.trim() !== '' && { package: name.trim() }),
      ...(hasVersion && { compare, version: version.trim() }),
      ...(affected === 'true' && { affected: 'true' }),
    })
  }
  return (
    <form
      aria-label="Find dependencies"
      className={styles.tools}
      onSubmit={event => {
        event.preventDefault()
        find()
      }}
    >
      <div className={styles.search}>
        <SearchInput label="Package" value={name} onValue={setName} maxLength={vulnerabilityLimits.search} />
      </div>
      <Select
        aria-label="Compare the version"
        value={compare}
        options={versionComparisons.map(value => ({ value, label: comparisonLabels[value] }))}
        onValue={setCompare}
      />
      <div className={styles.wanted}>
        <TextInput
          aria-label="Version"
          placeholder="Version"
          maxLength={100}
          autoComplete="off"
          value={version}
          onValue={setVersion}
        />
      </div>
      <Button type="submit" variant="primary">
        Find
      </Button>
      <Checkbox
        label="Only those with vulnerabilities"
        checked={search.affected === 'true'}
        onValue={isOn => find(isOn ? 'true' : undefined)}
      />
    </form>
  )
}
