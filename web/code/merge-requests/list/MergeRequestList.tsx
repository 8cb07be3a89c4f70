import { GitPullRequestIcon, PlusIcon, RowsIcon } from '@primer/octicons-react'
import { useRef, useState } from 'react'
import { filterTitle } from '#contract/plan/labels/label-words.ts'
import { mergeRequestGroupWords } from '#contract/plan/lists/group-words.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { call, urlOf } from '#web/api/client.ts'
import {
  bulkUpdateMergeRequests,
  getMergeRequestsPage,
  groupMergeRequestsCsv,
  mergeRequestsCsv,
} from '#web/api/operations.gen.ts'
import { usePageSearch } from '#web/api/route.tsx'
import { addressOf } from '#web/api/router/search.ts'
import type { StartedChange } from '#web/plan/change-sets/undo-change.ts'
import { ExportActions } from '#web/plan/exports/ExportActions.tsx'
import { useArrivals } from '#web/plan/lists/arrivals.ts'
import type { BulkKind } from '#web/plan/lists/bulk/bulk-kind.ts'
import { BulkBar } from '#web/plan/lists/bulk/late-bar.ts'
import { chosenColumns, usualOf } from '#web/plan/lists/columns/columns.tsx'
import { useFurtherRows } from '#web/plan/lists/further-rows.ts'
import styles from '#web/plan/lists/List.module.css'
import { Columned } from '#web/plan/lists/ListHeader.tsx'
import { ListTools } from '#web/plan/lists/ListTools.tsx'
import { changed, isFiltered } from '#web/plan/lists/list-address.ts'
import { useRowSelection } from '#web/plan/lists/row-selection.ts'
import { StateTabs } from '#web/plan/lists/StateTabs.tsx'
import { useListKeys } from '#web/plan/lists/use-list-keys.ts'
import { searchOf } from '#web/plan/lists/views/view-address.ts'
import { baseOf } from '#web/plan/place.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { useCompactRows } from '#web/ui/layout/folded.ts'
import { List } from '#web/ui/layout/List.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Pagination } from '#web/ui/layout/Pagination.tsx'
import { SteadyArea, useSteadyList } from '#web/ui/layout/SteadyArea.tsx'
import { StickyFoot } from '#web/ui/layout/StickyFoot.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { NoMatchingResults } from '#web/ui/status/NoMatchingResults.tsx'
import { columns as allColumns } from './columns.tsx'
import { mergeRequestFilterSet } from './filters.ts'
import { GroupedMergeRequests } from './GroupedMergeRequests.tsx'
import { mergeRequestsInput } from './list-address.ts'
import { MergeRequestRow } from './MergeRequestRow.tsx'
import { messages } from './messages.ts'
import { orderNames } from './order.ts'
import type { MergeRequestRowData, MergeRequestsPageData } from './shapes.ts'

const ChangeProgress = onDemand(() =>
  import('#web/plan/change-sets/ChangeProgress.tsx').then(module => module.ChangeProgress),
)

interface MergeRequestListProps {
  readonly page: MergeRequestsPageData
  /** A changed address is being asked for; what shows is of the former one. */
  readonly isBehind: boolean
}

type State = 'opened' | 'merged' | 'closed' | 'all'
const stateNames = { opened: 'Open', merged: 'Merged', closed: 'Closed', all: 'All' }

const bulk: BulkKind = {
  one: 'merge request',
  many: 'merge requests',
  of: 'merge_request',
  lists: [getMergeRequestsPage.name],
  error: messages.bulkUpdate,
  send: (namespace, issuableIds, update) => {
    const { assigneeIds, addAssigneeIds, removeAssigneeIds, addReviewerIds, removeReviewerIds } = update
    const { milestoneId, addLabelIds, removeLabelIds, stateEvent, subscriptionEvent } = update
    const given = {
      ...{ assigneeIds, addAssigneeIds, removeAssigneeIds, addReviewerIds, removeReviewerIds },
      ...{ milestoneId, addLabelIds, removeLabelIds, stateEvent, subscriptionEvent },
    }
    // What is not given is left out.
    const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<{
      [Name in keyof typeof given]: NonNullable<(typeof given)[Name]>
    }>
    return call(bulkUpdateMergeRequests, { namespace, update: { issuableIds, ...set } })
  },
}

export function MergeRequestList({ page, isBehind }: MergeRequestListProps) {
  const { namespace, permissions } = page
  const address = usePageSearch()
  const search = searchOf(address, page.views)
  const path = `${baseOf(namespace)}/merge_requests`
  const input = mergeRequestsInput(namespace.fullPath, search)
  const { cursor, orderBy = 'created_at', sort = 'desc', view: _view, groupBy, groupScope, ...asked } = input
  const state: State = asked.state === undefined || asked.state === 'locked' ? 'opened' : asked.state
  const exported = { ...asked, state }
  const csv = namespace.kind === 'group' ? groupMergeRequestsCsv : mergeRequestsCsv
  const listed = JSON.stringify([asked, groupBy, groupScope, orderBy, sort, cursor, isBehind])
  const steady = useSteadyList(listed, page.mergeRequests, row => row.id)
  const { rows } = steady
  const arrived = useArrivals(
    listed,
    rows.map(row => row.id),
  )
  const [started, setStarted] = useState<StartedChange | null>(null)
  const [isCompact, setCompact] = useCompactRows()
  const filterInput = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const picked = chosenColumns(search, allColumns)
  const columns = picked ?? usualOf(allColumns)
  const { groups } = page
  const [all, addFurther] = useFurtherRows(listed, steady.present)
  const selection = useRowSelection(all)
  const { chosen } = selection
  steady.hold(chosen.length > 0)
  const newHref = permissions.canCreateMergeRequest ? `${path}/new` : null
  const canChange = permissions.canBulkUpdateMergeRequests
  const held = useListKeys({
    noun: bulk.one,
    list,
    filterInput,
    newHref,
    selection: canChange
      ? {
          chosen: chosen.map(row => row.id),
          onToggle: selection.toggle,
          onExtend: selection.extend,
          onChoose: selection.choose,
          onClear: selection.clear,
          fields: ['labels', 'assignees', 'milestone', 'state'],
        }
      : null,
  })

  const rowOf = (row: MergeRequestRowData) => (
    <MergeRequestRow
      key={row.id}
      row={row}
      columns={columns}
      isNew={arrived.has(row.id)}
      isGone={steady.gone.has(row)}
      selection={canChange ? selection.of(row) : null}
      labelHref={title => addressOf(path, { labels: [filterTitle(title)] })}
    />
  )
  const isPlain = !isFiltered(asked)
  const isEmptyPlace = isPlain && cursor === undefined && page.counts.all.count === 0
  return (
    <>
      <PageHeader
        title={planTitles.mergeRequests}
        actions={
          <>
            {newHref && (
              <LinkButton href={newHref} variant="primary" icon={<PlusIcon />}>
                New merge request
              </LinkButton>
            )}
            <ExportActions
              noun={bulk.one}
              {...page.counts[state]}
              href={urlOf(csv.download, exported)}
              mail={() => call(csv.mail, exported)}
            />
          </>
        }
      />
      <StateTabs
        title={planTitles.mergeRequests}
        path={path}
        search={search}
        state={state}
        names={stateNames}
        counts={page.counts}
      />
      <ListTools
        list="merge_request"
        noun={bulk.many}
        namespace={namespace}
        views={page.views}
        canShareViews={permissions.canShareViews}
        search={search}
        filters={mergeRequestFilterSet}
        filterInput={filterInput}
        order={{ orderBy, sort }}
        orders={orderNames}
        groupWords={mergeRequestGroupWords}
        columns={allColumns}
      >
        <IconButton
          variant="secondary"
          label="Compact rows"
          icon={<RowsIcon />}
          aria-pressed={isCompact}
          onClick={() => setCompact(!isCompact)}
        />
      </ListTools>
      <SteadyArea
        of={steady}
        noun={bulk.one}
        aria-busy={isBehind}
        data-behind={isBehind || undefined}
        className={styles.body}
      >
        {rows.length > 0 ? (
          <Columned
            columns={columns}
            isChosen={picked !== null}
            order={{ orderBy, sort }}
            names={orderNames}
            search={search}
          >
            <List
              ref={list}
              aria-label={planTitles.mergeRequests}
              density={isCompact ? 'compact' : 'regular'}
              data-chosen={picked !== null || undefined}
            >
              {groups === null || groupBy === undefined ? (
                rows.map(rowOf)
              ) : (
                <GroupedMergeRequests
                  namespace={namespace}
                  by={groupBy}
                  {...groups}
                  rows={rows}
                  rowOf={rowOf}
                  input={input}
                  onMore={addFurther}
                />
              )}
            </List>
          </Columned>
        ) : isEmptyPlace ? (
          <NothingYet newHref={newHref} isGroup={namespace.kind === 'group'} />
        ) : (
          <NoMatch isPlain={isPlain} state={state} allHref={addressOf(path, { state: 'all' })} />
        )}
      </SteadyArea>
      <StickyFoot>
        {held}
        {started !== null && (
          <ChangeProgress
            key={started.sets[0].id}
            {...started}
            list={getMergeRequestsPage.name}
            onUndo={setStarted}
            onRead={() => {}}
            onEnd={() => setStarted(known => (known === started ? null : known))}
          />
        )}
        {chosen.length > 0 && (
          <BulkBar
            kind={bulk}
            namespace={namespace}
            chosen={chosen}
            total={all.length}
            onAll={selection.chooseAll}
            onClear={selection.clear}
            onUndo={setStarted}
          />
        )}
      </StickyFoot>
      <Pagination
        label="Merge requests pagination"
        previous={page.previous && addressOf(path, { ...changed(address, {}), cursor: page.previous })}
        next={page.next && addressOf(path, { ...changed(address, {}), cursor: page.next })}
      />
    </>
  )
}

function NothingYet({ newHref, isGroup }: { readonly newHref: string | null; readonly isGroup: boolean }) {
  return (
    <EmptyState
      illustration={<Illustration of="nothing-yet" />}
      title="No merge requests yet"
      action={
        newHref && (
          <LinkButton href={newHref} variant="primary" icon={<GitPullRequestIcon />}>
            New merge request
          </LinkButton>
        )
      }
    >
      {isGroup
        ? 'Merge requests of all projects in this group appear here.'
        : 'Use merge requests to propose and review code changes.'}
    </EmptyState>
  )
}

interface NoMatchProps {
  readonly isPlain: boolean
  readonly state: State
  readonly allHref: string
}

const stateWords = { opened: 'open', merged: 'merged', closed: 'closed', all: '' } as const

function NoMatch({ isPlain, state, allHref }: NoMatchProps) {
  if (isPlain)
    return (
      <EmptyState
        illustration={<Illustration of="all-done" />}
        title={`No ${stateWords[state]} merge requests`}
        action={<LinkButton href={allHref}>Show all merge requests</LinkButton>}
      >
        {state === 'opened'
          ? 'All merge requests are merged or closed.'
          : `No merge requests have been ${stateWords[state]} yet.`}
      </EmptyState>
    )
  return <NoMatchingResults allHref={allHref} />
}
