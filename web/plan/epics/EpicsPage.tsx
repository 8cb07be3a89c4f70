import { PlusIcon } from '@primer/octicons-react'
import { newPagePath } from '#contract/issuable-kinds.ts'
import { groupIssuablesTopic, groupIssuesTopic, issuablesTopic } from '#contract/live-topics.ts'
import { epicGroupWords } from '#contract/plan/lists/group-words.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { call, urlOf } from '#web/api/client.ts'
import { epicsCsv, getGroupEpicsPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch } from '#web/api/route.tsx'
import { addressOf } from '#web/api/router/search.ts'
import { Pages } from '#web/foundation/places/Pages.tsx'
import { ExportActions } from '#web/plan/exports/ExportActions.tsx'
import { usualOf } from '#web/plan/lists/columns/columns.tsx'
import { IssuableList } from '#web/plan/lists/IssuableList.tsx'
import { isFiltered } from '#web/plan/lists/list-address.ts'
import type { ListDescription } from '#web/plan/lists/list-description.ts'
import { searchOf } from '#web/plan/lists/views/view-address.ts'
import { baseOf, planTopics } from '#web/plan/place.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { NoMatchingResults } from '#web/ui/status/NoMatchingResults.tsx'
import { bulkOfEpics } from './bulk-of-epics.ts'
import { type EpicColumnKey, epicColumns } from './columns.tsx'
import { EpicRow } from './EpicRow.tsx'
import { GroupedEpics } from './GroupedEpics.tsx'
import { epicFilterSet, epicOrders, epicsInput } from './list-address.ts'
import type { EpicsPageData } from './shapes.ts'

type EpicTab = 'opened' | 'closed' | 'all'
type EpicOrder = (typeof epicOrders)[number]['orderBy']

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

const description: ListDescription<EpicTab, EpicColumnKey, EpicOrder> = {
  title: planTitles.epics,
  noun: 'epic',
  nouns: 'epics',
  list: 'epic',
  states: { opened: 'Open', closed: 'Closed', all: 'All' },
  filters: epicFilterSet,
  columns: epicColumns,
  orders: epicOrders,
  groupWords: epicGroupWords,
  bulk: bulkOfEpics,
  fieldsIn: () => ['labels', 'milestone', 'state'],
  peek: 'epic',
}

const usualColumns = usualOf(epicColumns)

function Shown({ page, isBehind }: ShownEpicsProps) {
  const { namespace, permissions, counts } = page
  const path = `${baseOf(namespace)}/epics`
  usePlace({
    title: planTitles.epics,
    namespace: shownNamespace(namespace),
    active: 'epics',
    crumbs: [{ label: planTitles.epics, href: path }],
  })
  const address = usePageSearch()
  const search = searchOf(address, page.views)
  const input = epicsInput(namespace.fullPath, search)
  const { orderBy = 'created_at', sort = 'desc', groupBy } = input
  const newHref = permissions.canCreateEpic ? newPagePath('epic', namespace.fullPath) : null
  const { state, filter } = filterOf(input)
  const create = newHref !== null && (
    <LinkButton variant="primary" icon={<PlusIcon />} href={newHref}>
      New epic
    </LinkButton>
  )
  const countOf = (of: EpicTab) => ({ count: counts[of], isAtLeast: false })
  return (
    <Page>
      <IssuableList
        of={description}
        namespace={namespace}
        path={path}
        search={search}
        state={state}
        order={{ orderBy, sort }}
        listed={JSON.stringify([namespace.id, search])}
        isBehind={isBehind}
        rows={page.epics}
        groups={page.groups}
        counts={{ opened: countOf('opened'), closed: countOf('closed'), all: countOf('all') }}
        views={page.views}
        canShareViews={permissions.canShareViews}
        canUpdate={permissions.canBulkUpdateEpics}
        usualColumns={() => usualColumns}
        create={newHref}
        isPeeking={address.peek !== undefined}
        head={
          <PageHeader
            title={planTitles.epics}
            actions={
              <>
                {create}
                <ExportActions
                  noun="epic"
                  {...countOf(state)}
                  href={urlOf(epicsCsv.download, filter)}
                  mail={() => call(epicsCsv.mail, filter)}
                />
              </>
            }
          />
        }
        rowOf={(epic, { columns, isGone, selection, labelHref }) => (
          <EpicRow
            key={epic.id}
            epic={epic}
            columns={columns}
            isGone={isGone}
            selection={isGone ? null : selection}
            labelHref={labelHref}
          />
        )}
        grouped={
          groupBy === undefined ? null : shown => <GroupedEpics list={path} by={groupBy} {...shown} input={input} />
        }
        nothing={
          isFiltered(input) ? (
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
          )
        }
        pagination={<Pages label="Epics pagination" hasNext={page.hasNext} />}
        bulkRow={epic => ({ ...epic, webPath: epic.path })}
      />
    </Page>
  )
}

/** The part of the input that chooses the epics. */
function filterOf({ state = 'opened', ...input }: ReturnType<typeof epicsInput>) {
  const { view: _view, groupBy: _by, groupScope: _scope, group: _group, page: _page, ...others } = input
  const { cursor: _cursor, orderBy: _orderBy, sort: _sort, ...filter } = others
  return { state, filter: { ...filter, state } }
}
