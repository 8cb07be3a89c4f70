import { PlusIcon } from '@primer/octicons-react'
import { useRef, useState } from 'react'
import { newPagePath } from '#contract/issuable-kinds.ts'
import { groupIssuablesTopic, groupIssuesTopic, issuablesTopic } from '#contract/live-topics.ts'
import { filterTitle } from '#contract/plan/labels/label-words.ts'
import { epicGroupWords } from '#contract/plan/lists/group-words.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { call, urlOf } from '#web/api/client.ts'
import { epicsCsv, getGroupEpicsPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch } from '#web/api/route.tsx'
import { addressOf } from '#web/api/router/search.ts'
import { Pages } from '#web/foundation/places/Pages.tsx'
import type { StartedChange } from '#web/plan/change-sets/undo-change.ts'
import { ExportActions } from '#web/plan/exports/ExportActions.tsx'
import { BulkBar } from '#web/plan/lists/bulk/late-bar.ts'
import { chosenColumns, usualOf } from '#web/plan/lists/columns/columns.tsx'
import { useFurtherRows } from '#web/plan/lists/further-rows.ts'
import styles from '#web/plan/lists/List.module.css'
import { Columned } from '#web/plan/lists/ListHeader.tsx'
import { ListTools } from '#web/plan/lists/ListTools.tsx'
import { changed, isFiltered } from '#web/plan/lists/list-address.ts'
import { useRowSelection } from '#web/plan/lists/row-selection.ts'
import { useListKeys } from '#web/plan/lists/use-list-keys.ts'
import { searchOf } from '#web/plan/lists/views/view-address.ts'
import { Peek } from '#web/plan/peek/Peek.tsx'
import { baseOf, planTopics } from '#web/plan/place.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { SteadyArea, useSteadyList } from '#web/ui/layout/SteadyArea.tsx'
import { StickyFoot } from '#web/ui/layout/StickyFoot.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { NoMatchingResults } from '#web/ui/status/NoMatchingResults.tsx'
import { bulkOfEpics } from './bulk-of-epics.ts'
import { epicColumns } from './columns.tsx'
import { EpicRow } from './EpicRow.tsx'
import { GroupedEpics } from './GroupedEpics.tsx'
import { epicFilterSet, epicOrders, epicsInput } from './list-address.ts'
import type { EpicRowData, EpicsPageData } from './shapes.ts'

const ChangeProgress = onDemand(() =>
  import('#web/plan/change-sets/ChangeProgress.tsx').then(module => module.ChangeProgress),
)

/** The epics of a group and of those below it. */
export function EpicsPage() {
  const { namespace = '' } = usePageParams()
  const { data, isPlaceholderData } = useReading(getGroupEpicsPage, epicsInput(namespace, usePageSearch()), {
    keepPrevious: true,
    topics: page => [
      ...planTopics(page.namespace),
      issuablesTopic('epic', page.namespace.id),
      groupIssuablesTopic('epic', page.namespace.id),
      groupIssuesTopic(page.namespace.id),
    ],
  })
  return data === undefined ? <PlaceListSkeleton title="Epics" /> : <Shown page={data} isBehind={isPlaceholderData} />
}

interface ShownEpicsProps {
  readonly page: EpicsPageData
  /** A changed address is being asked for; the page is of the former one. */
  readonly isBehind: boolean
}

function Shown({ page, isBehind }: ShownEpicsProps) {
  const { namespace, permissions, counts } = page
  const path = `${baseOf(namespace)}/epics`
  usePlace({
    title: planTitles.epics,
    namespace: shownNamespace(namespace),
    active: 'epics',
    crumbs: [{ label: 'Epics', href: path }],
  })
  const address = usePageSearch()
  const search = searchOf(address, page.views)
  const input = epicsInput(namespace.fullPath, search)
  const { orderBy = 'created_at', sort = 'desc', groupBy } = input
  const { groups } = page
  const listed = JSON.stringify([namespace.id, search, isBehind])
  const steady = useSteadyList(listed, page.epics, epic => epic.id)
  const [all, addFurther] = useFurtherRows(listed, steady.present)
  const selection = useRowSelection(all)
  const { chosen } = selection
  steady.hold(chosen.length > 0 || address.peek !== undefined)
  const [started, setStarted] = useState<StartedChange | null>(null)
  const canChange = permissions.canBulkUpdateEpics
  const picked = chosenColumns(search, epicColumns)
  const columns = picked ?? usualOf(epicColumns)
  const filterInput = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const newHref = permissions.canCreateEpic ? newPagePath('epic', namespace.fullPath) : null
  const held = useListKeys({
    noun: 'epic',
    list,
    filterInput,
    newHref,
    selection: canChange
      ? {
          chosen: chosen.map(epic => epic.id),
          onToggle: selection.toggle,
          onExtend: selection.extend,
          onChoose: selection.choose,
          onClear: selection.clear,
          fields: ['labels', 'milestone', 'state'],
        }
      : null,
  })
  const rest = changed(search, { state: undefined })
  const { state, filter } = filterOf(input)
  const rowOf = (epic: EpicRowData) => (
    <EpicRow
      key={epic.id}
      epic={epic}
      columns={columns}
      isGone={steady.gone.has(epic)}
      selection={canChange && !steady.gone.has(epic) ? selection.of(epic) : null}
      labelHref={title => addressOf(path, { labels: [filterTitle(title)] })}
    />
  )
  const create = newHref !== null && (
    <LinkButton variant="primary" icon={<PlusIcon />} href={newHref}>
      New epic
    </LinkButton>
  )
  return (
    <Page>
      <PageHeader
        title="Epics"
        actions={
          <>
            {create}
            <ExportActions
              noun="epic"
              count={counts[state]}
              isAtLeast={false}
              href={urlOf(epicsCsv.download, filter)}
              mail={() => call(epicsCsv.mail, filter)}
            />
          </>
        }
      />
      <LinkTabs
        label="Epics by state"
        active={state}
        tabs={[
          { key: 'opened', label: 'Open', count: counts.opened, href: addressOf(path, rest) },
          { key: 'closed', label: 'Closed', count: counts.closed, href: addressOf(path, { ...rest, state: 'closed' }) },
          { key: 'all', label: 'All', count: counts.all, href: addressOf(path, { ...rest, state: 'all' }) },
        ]}
      />
      <ListTools
        list="epic"
        noun="epics"
        namespace={namespace}
        views={page.views}
        canShareViews={permissions.canShareViews}
        search={search}
        filters={epicFilterSet}
        filterInput={filterInput}
        order={{ orderBy, sort }}
        orders={epicOrders}
        groupWords={epicGroupWords}
        columns={epicColumns}
      />
      <SteadyArea of={steady} noun="epic" className={styles.body}>
        {steady.rows.length > 0 ? (
          <Columned
            columns={columns}
            isChosen={picked !== null}
            order={{ orderBy, sort }}
            names={epicOrders}
            search={search}
          >
            <List ref={list} aria-label="Epics" density="regular" data-chosen={picked !== null || undefined}>
              {groups === null || groupBy === undefined ? (
                steady.rows.map(rowOf)
              ) : (
                <GroupedEpics
                  list={path}
                  by={groupBy}
                  {...groups}
                  rows={steady.rows}
                  rowOf={rowOf}
                  input={input}
                  onMore={addFurther}
                />
              )}
            </List>
          </Columned>
        ) : isFiltered(input) ? (
          <NoMatchingResults allHref={addressOf(path, { state: 'all' })} />
        ) : counts.all === 0 ? (
          <EmptyState illustration={<Illustration of="nothing-yet" />} title="No epics yet" action={create}>
            Use epics to group issues that share a goal across the projects in this group.
          </EmptyState>
        ) : (
          <EmptyState
            illustration={<Illustration of="all-done" />}
            title={state === 'closed' ? 'No closed epics' : 'No open epics'}
          >
            {state === 'closed' ? 'No epics have been closed.' : 'All epics are closed.'}
          </EmptyState>
        )}
      </SteadyArea>
      <StickyFoot>
        {held}
        {started !== null && (
          <ChangeProgress
            key={started.sets[0].id}
            {...started}
            list={getGroupEpicsPage.name}
            onUndo={setStarted}
            onRead={() => {}}
            onEnd={() => setStarted(known => (known === started ? null : known))}
          />
        )}
        {chosen.length > 0 && (
          <BulkBar
            kind={bulkOfEpics}
            namespace={namespace}
            chosen={chosen.map(epic => ({ ...epic, webPath: epic.path }))}
            total={all.length}
            onAll={selection.chooseAll}
            onClear={selection.clear}
            onUndo={setStarted}
          />
        )}
      </StickyFoot>
      <Pages label="Epics pagination" hasNext={page.hasNext} />
      <Peek of="epic" />
    </Page>
  )
}

/** The part of the input that chooses the epics. */
function filterOf({ state = 'opened', ...input }: ReturnType<typeof epicsInput>) {
  const { view: _view, groupBy: _by, groupScope: _scope, group: _group, page: _page, ...others } = input
  const { cursor: _cursor, orderBy: _orderBy, sort: _sort, ...filter } = others
  return { state, filter: { ...filter, state } }
}
