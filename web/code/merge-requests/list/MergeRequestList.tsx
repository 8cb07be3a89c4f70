import { GitPullRequestIcon, PlusIcon } from '@primer/octicons-react'
import { mergeRequestGroupWords } from '#contract/plan/lists/group-words.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { call, urlOf } from '#web/api/client.ts'
import {
  bulkUpdateMergeRequests,
  getGroupMergeRequestsPage,
  getMergeRequestsPage,
  groupMergeRequestsCsv,
  mergeRequestsCsv,
} from '#web/api/operations.gen.ts'
import { usePageSearch } from '#web/api/route.tsx'
import { addressOf } from '#web/api/router/search.ts'
import { ExportActions } from '#web/plan/exports/ExportActions.tsx'
import type { BulkKind } from '#web/plan/lists/bulk/bulk-kind.ts'
import { usedBy } from '#web/plan/lists/columns/used.ts'
import { IssuableList } from '#web/plan/lists/IssuableList.tsx'
import { changed, isFiltered } from '#web/plan/lists/list-address.ts'
import type { ListDescription } from '#web/plan/lists/list-description.ts'
import { searchOf } from '#web/plan/lists/views/view-address.ts'
import { baseOf } from '#web/plan/place.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Pagination } from '#web/ui/layout/Pagination.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { NoMatchingResults } from '#web/ui/status/NoMatchingResults.tsx'
import { type ColumnKey, columns, usualColumns } from './columns.tsx'
import { mergeRequestFilterSet } from './filters.ts'
import { GroupedMergeRequests } from './GroupedMergeRequests.tsx'
import { mergeRequestsInput } from './list-address.ts'
import { MergeRequestRow } from './MergeRequestRow.tsx'
import { messages } from './messages.ts'
import { type Order, orderNames } from './order.ts'
import type { MergeRequestsPageData } from './shapes.ts'

interface MergeRequestListProps {
  readonly page: MergeRequestsPageData
  /** A changed address is being loaded; the shown rows belong to the former one. */
  readonly isBehind: boolean
}

type State = 'opened' | 'merged' | 'closed' | 'all'

const bulk: BulkKind = {
  of: 'merge_request',
  lists: [getMergeRequestsPage.name, getGroupMergeRequestsPage.name],
  error: messages.bulkUpdate,
  send: (namespace, issuableIds, update) => {
    const { assigneeIds, addAssigneeIds, removeAssigneeIds, addReviewerIds, removeReviewerIds } = update
    const { milestoneId, addLabelIds, removeLabelIds, stateEvent, subscriptionEvent } = update
    const given = {
      ...{ assigneeIds, addAssigneeIds, removeAssigneeIds, addReviewerIds, removeReviewerIds },
      ...{ milestoneId, addLabelIds, removeLabelIds, stateEvent, subscriptionEvent },
    }
    // Undefined inputs are left out.
    const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<{
      [Name in keyof typeof given]: NonNullable<(typeof given)[Name]>
    }>
    return call(bulkUpdateMergeRequests, { namespace, update: { issuableIds, ...set } })
  },
}

const description: ListDescription<State, ColumnKey, Order> = {
  title: planTitles.mergeRequests,
  noun: 'merge request',
  nouns: 'merge requests',
  list: 'merge_request',
  states: { opened: 'Open', merged: 'Merged', closed: 'Closed', all: 'All' },
  filters: mergeRequestFilterSet,
  columns,
  orders: orderNames,
  groupWords: mergeRequestGroupWords,
  bulk,
  fieldsIn: () => ['labels', 'assignees', 'milestone', 'state'],
}

export function MergeRequestList({ page, isBehind }: MergeRequestListProps) {
  const { namespace, permissions } = page
  const address = usePageSearch()
  const search = searchOf(address, page.views)
  const path = `${baseOf(namespace)}/merge_requests`
  const isGroup = namespace.kind === 'group'
  const input = mergeRequestsInput(namespace.fullPath, search)
  const { cursor, orderBy = 'created_at', sort = 'desc', view: _view, groupBy, groupScope, ...asked } = input
  const state: State = asked.state === undefined || asked.state === 'locked' ? 'opened' : asked.state
  const exported = { ...asked, state }
  const csv = isGroup ? groupMergeRequestsCsv : mergeRequestsCsv
  const newHref = permissions.canCreateMergeRequest ? `${path}/new` : null
  const isPlain = !isFiltered(asked)
  const isEmptyPlace = isPlain && cursor === undefined && page.counts.all.count === 0
  return (
    <IssuableList
      of={description}
      namespace={namespace}
      path={path}
      search={search}
      state={state}
      order={{ orderBy, sort }}
      listed={JSON.stringify([asked, groupBy, groupScope, orderBy, sort, cursor])}
      isBehind={isBehind}
      rows={page.mergeRequests}
      groups={page.groups}
      counts={page.counts}
      views={page.views}
      canShareViews={permissions.canShareViews}
      canUpdate={permissions.canBulkUpdateMergeRequests}
      usualColumns={rows => usedBy(usualColumns, rows)}
      create={newHref}
      head={
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
                noun={description.noun}
                {...page.counts[state]}
                href={urlOf(csv.download, exported)}
                mail={() => call(csv.mail, exported)}
              />
            </>
          }
        />
      }
      rowOf={(row, { isCompact: _compact, ...shown }) => <MergeRequestRow key={row.id} row={row} {...shown} />}
      grouped={
        groupBy === undefined
          ? null
          : shown => <GroupedMergeRequests namespace={namespace} by={groupBy} {...shown} input={input} />
      }
      nothing={
        isEmptyPlace ? (
          <NothingYet newHref={newHref} isGroup={isGroup} />
        ) : (
          <NoMatch isPlain={isPlain} state={state} allHref={addressOf(path, { state: 'all' })} />
        )
      }
      pagination={
        <Pagination
          label="Merge requests pagination"
          previous={page.previous && addressOf(path, { ...changed(address, {}), cursor: page.previous })}
          next={page.next && addressOf(path, { ...changed(address, {}), cursor: page.next })}
        />
      }
      bulkRow={row => row}
    />
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
