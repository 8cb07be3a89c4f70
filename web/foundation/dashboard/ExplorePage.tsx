import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { tabIn } from '#web/api/live/tab.ts'
import { explorePage, listGroups } from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageSearch, useSetSearch } from '#web/api/route.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { exploreDetail, exploreTabs } from '../places/explore-tabs.ts'
import { useHasNext } from '../places/has-next.ts'
import { Pages } from '../places/Pages.tsx'
import { GroupRow, ProjectRow } from '../places/PlaceRows.tsx'
import { usePageNumber, useSearchBox } from '../places/search-box.ts'
import styles from './ExplorePage.module.css'
import { exploreSort, exploreSorts } from './explore-sorts.ts'

const tabs = [
  { key: 'projects', label: 'Projects' },
  { key: 'groups', label: 'Groups', value: 'groups' },
] as const

export function ExplorePage() {
  usePlace({ title: foundationTitles.explore, namespace: null, active: null, crumbs: [] })
  const search = usePageSearch()
  const setSearch = useSetSearch()
  const box = useSearchBox()
  const active = tabIn(search, tabs)
  const { page: _, sort, ...rest } = search
  return (
    <Page>
      <PageHeader title={foundationTitles.explore} detail={exploreDetail} />
      <LinkTabs
        label="Explore"
        active={active}
        tabs={exploreTabs}
        aside={
          <div className={styles.tools}>
            <SearchInput label={`Search ${active}`} size="s" value={box.text} onValue={box.setText} />
            {active === 'projects' && (
              <Select
                size="s"
                aria-label="Sort by"
                options={exploreSorts}
                value={exploreSort(sort) ?? 'activity'}
                onValue={sort => setSearch(sort === 'activity' ? rest : { ...rest, sort })}
              />
            )}
          </div>
        }
      />
      <div className={styles.panel}>
        {active === 'projects' ? <Projects search={box.asked} /> : <Groups search={box.asked} />}
      </div>
    </Page>
  )
}

function Projects({ search }: { readonly search: string | undefined }) {
  const { sort: given, topic } = usePageSearch()
  const setSearch = useSetSearch()
  const sort = exploreSort(given)
  const page = usePageNumber()
  const { data } = useReading(
    explorePage,
    {
      ...(search === undefined ? {} : { search }),
      ...(typeof topic === 'string' ? { topic } : {}),
      ...(sort === undefined ? {} : { sort }),
      ...(page === undefined ? {} : { page }),
    },
    { keepPrevious: true },
  )
  if (data === undefined) return <Skeleton rows={8} shape="row" />
  return (
    <>
      {typeof topic === 'string' && (
        <p className={styles.topic}>
          Topic <strong>{topic}</strong>
          <Button size="s" variant="quiet" onClick={() => setSearch({})}>
            All topics
          </Button>
        </p>
      )}
      {data.projects.length === 0 ? (
        <Nothing of="projects" isSearch={search !== undefined || page !== undefined} />
      ) : (
        <List aria-label="Projects">
          {data.projects.map(project => (
            <ProjectRow key={project.id} project={project} />
          ))}
        </List>
      )}
      <Pages label="Projects pagination" hasNext={data.hasNext} />
    </>
  )
}

function Groups({ search }: { readonly search: string | undefined }) {
  const page = usePageNumber()
  const input = {
    ...({ active: true, orderBy: 'name', sort: 'asc' } as const),
    ...(search === undefined ? {} : { search }),
    ...(page === undefined ? {} : { page }),
  }
  const { data: groups } = useReading(listGroups, input, { keepPrevious: true })
  const hasNext = useHasNext(listGroups, input, groups)
  if (groups === undefined) return <Skeleton rows={8} shape="row" />
  return (
    <>
      {groups.length === 0 ? (
        <Nothing of="groups" isSearch={search !== undefined || page !== undefined} />
      ) : (
        <List aria-label="Groups">
          {groups.map(group => (
            <GroupRow key={group.id} group={{ ...group, pendingDeletion: false }} />
          ))}
        </List>
      )}
      <Pages label="Groups pagination" hasNext={hasNext} />
    </>
  )
}

function Nothing({ of, isSearch }: { readonly of: 'projects' | 'groups'; readonly isSearch: boolean }) {
  return isSearch ? (
    <EmptyState illustration={<Illustration of="nothing-found" />} title={`No ${of} found`}>
      Try different or fewer words.
    </EmptyState>
  ) : (
    <EmptyState illustration={<Illustration of="nothing-yet" />} title={`No ${of} yet`}>
      {of === 'projects' ? 'Projects you can access appear here.' : 'Groups you can access appear here.'}
    </EmptyState>
  )
}
