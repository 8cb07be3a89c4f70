import { PlusIcon } from '@primer/octicons-react'
import { useRef, useState } from 'react'
import { newPagePath } from '#contract/issuable-kinds.ts'
import { groupIssuablesTopic, groupIssuesTopic, issuablesTopic } from '#contract/live-topics.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { getGroupRoadmapPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch, useSetSearch } from '#web/api/route.tsx'
import { addressOf } from '#web/api/router/search.ts'
import { ListFilterBar } from '#web/plan/lists/filter/ListFilterBar.tsx'
import { changed, isFiltered } from '#web/plan/lists/list-address.ts'
import { Peek } from '#web/plan/peek/Peek.tsx'
import { baseOf, planTopics } from '#web/plan/place.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { ButtonGroup } from '#web/ui/actions/ButtonGroup.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { NoMatchingResults } from '#web/ui/status/NoMatchingResults.tsx'
import { useToday } from '#web/ui/text/use-now.ts'
import { epicFilterSet, roadmapInput } from '../list-address.ts'
import type { RoadmapData } from '../shapes.ts'
import { Roadmap, scrollToToday } from './Roadmap.tsx'
import styles from './RoadmapPage.module.css'
import { type Scale, scales, treeRows } from './timeline.ts'

/** The epics of a group and of those below it over time. */
export function RoadmapPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(getGroupRoadmapPage, roadmapInput(namespace, usePageSearch()), {
    keepPrevious: true,
    topics: page => [
      ...planTopics(page.namespace),
      issuablesTopic('epic', page.namespace.id),
      groupIssuablesTopic('epic', page.namespace.id),
      groupIssuesTopic(page.namespace.id),
    ],
  })
  return data === undefined ? <PlaceListSkeleton title={planTitles.roadmap} /> : <Shown page={data} />
}

const states = [
  { state: 'opened', label: 'Open' },
  { state: 'closed', label: 'Closed' },
  { state: 'all', label: 'All' },
] as const

const scaleLabels: Readonly<Record<Scale, string>> = { weeks: 'Weeks', months: 'Months', quarters: 'Quarters' }

const orders = [
  { value: 'start_date asc', label: 'Start date, earliest first' },
  { value: 'start_date desc', label: 'Start date, latest first' },
  { value: 'end_date asc', label: 'Due date, earliest first' },
  { value: 'end_date desc', label: 'Due date, latest first' },
] as const

function Shown({ page }: { readonly page: RoadmapData }) {
  const { namespace, epics, milestones, permissions } = page
  const path = `${baseOf(namespace)}/roadmap`
  usePlace({
    title: planTitles.roadmap,
    namespace: shownNamespace(namespace),
    active: 'roadmap',
    crumbs: [{ label: planTitles.roadmap, href: path }],
  })
  const today = useToday()
  const search = usePageSearch()
  const [collapsed, setCollapsed] = useState<ReadonlySet<number>>(new Set())
  const frame = useRef<HTMLElement>(null)
  const filterInput = useRef<HTMLInputElement>(null)
  const { state: _state, ...rest } = search
  const state = states.find(each => each.state === search.state)?.state ?? 'opened'
  const scale = scales.find(each => each === search.scale) ?? 'months'
  const parents = new Set(epics.map(epic => epic.parentId).filter(id => id !== null))

  function toggle(epicId: number) {
    const next = new Set(collapsed)
    if (!next.delete(epicId)) next.add(epicId)
    setCollapsed(next)
  }

  return (
    <Page width="full">
      <PageHeader title={planTitles.roadmap} />
      <LinkTabs
        label="Epics by state"
        active={state}
        tabs={states.map(({ state: key, label }) => ({
          key,
          label,
          href: addressOf(path, key === 'opened' ? rest : { ...rest, state: key }),
        }))}
      />
      <div className={styles.bar}>
        <div className={styles.filter}>
          <ListFilterBar noun="epics" set={epicFilterSet} namespace={namespace} inputRef={filterInput} />
        </div>
        <Order />
        <ScaleChoice scale={scale} />
        <Button onClick={() => scrollToToday(frame.current)}>Today</Button>
        {parents.size > 0 && (
          <Button onClick={() => setCollapsed(collapsed.size > 0 ? new Set() : parents)}>
            {collapsed.size > 0 ? 'Expand all' : 'Collapse all'}
          </Button>
        )}
      </div>
      {epics.length > 0 ? (
        <>
          <Roadmap
            rows={treeRows(epics, collapsed)}
            epics={epics}
            milestones={milestones}
            scale={scale}
            today={today}
            collapsed={collapsed}
            onToggle={toggle}
            frame={frame}
            canPlan={permissions.canCreateEpic}
          />
          {page.hasMore && (
            <p className={styles.more}>
              Only the first {epics.length.toLocaleString('en')} epics are shown. Filter to see others.
            </p>
          )}
        </>
      ) : isFiltered(roadmapInput(namespace.fullPath, search)) || state !== 'opened' ? (
        <NoMatchingResults allHref={addressOf(path, changed({}, { scale: search.scale, state: 'all' }))} />
      ) : (
        <EmptyState
          illustration={<Illustration of="nothing-yet" />}
          title="No open epics"
          action={
            permissions.canCreateEpic && (
              <LinkButton variant="primary" icon={<PlusIcon />} href={newPagePath('epic', namespace.fullPath)}>
                New epic
              </LinkButton>
            )
          }
        >
          The roadmap shows epics by their start and due dates.
        </EmptyState>
      )}
      <Peek of="epic" />
    </Page>
  )
}

function Order() {
  const search = usePageSearch()
  const setSearch = useSetSearch()
  const asked = `${search.order_by ?? 'start_date'} ${search.sort ?? 'asc'}`
  return (
    <Select
      aria-label="Sort epics"
      options={orders}
      value={orders.find(each => each.value === asked)?.value ?? orders[0].value}
      onValue={value => {
        const [orderBy = '', sort = ''] = value.split(' ')
        setSearch({ ...search, order_by: orderBy, sort }, { replace: true })
      }}
    />
  )
}

function ScaleChoice({ scale }: { readonly scale: Scale }) {
  const search = usePageSearch()
  const setSearch = useSetSearch()
  return (
    <ButtonGroup label="Scale">
      {scales.map(each => (
        <Button
          key={each}
          aria-pressed={each === scale}
          onClick={() => setSearch({ ...search, scale: each }, { replace: true })}
        >
          {scaleLabels[each]}
        </Button>
      ))}
    </ButtonGroup>
  )
}
