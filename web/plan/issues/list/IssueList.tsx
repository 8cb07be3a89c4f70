import { KebabHorizontalIcon, PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { inIssueWords } from '#contract/plan/lists/list-words.ts'
import { usePageSearch } from '#web/api/route.tsx'
import { addressOf } from '#web/api/router/search.ts'
import { useViewer } from '#web/api/viewer.ts'
import type { RowsToMove } from '#web/plan/lists/bulk/bulk-update.ts'
import { defaultOrder, type ListOrder, type Order } from '#web/plan/lists/columns/order.ts'
import { usedBy } from '#web/plan/lists/columns/used.ts'
import { IssuableList } from '#web/plan/lists/IssuableList.tsx'
import { changed, isFiltered } from '#web/plan/lists/list-address.ts'
import { searchOf } from '#web/plan/lists/views/view-address.ts'
import { baseOf } from '#web/plan/place.ts'
import type { IssuesPageData } from '#web/plan/shapes.ts'
import { AtRest } from '#web/ui/AtRest.tsx'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { LateMenu } from '#web/ui/actions/LateMenu.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Pagination } from '#web/ui/layout/Pagination.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { IssueRow } from './IssueRow.tsx'
import type { DialogName } from './ListActions.tsx'
import type { ListKind } from './list-kind.ts'

const MoveRowsDialog = onDemand(() => import('./MoveRowsDialog.tsx').then(module => module.MoveRowsDialog))
const GroupedIssues = onDemand(() => import('./GroupedIssues.tsx').then(module => module.GroupedIssues), {
  holdsKeys: false,
})
const NothingListed = onDemand(() => import('./NothingListed.tsx').then(module => module.NothingListed), {
  holdsKeys: false,
})
const ListActions = onDemand(() => import('./ListActions.tsx').then(module => module.ListActions))
const ListPageActions = onDemand(() => import('./ListActions.tsx').then(module => module.ListPageActions), {
  holdsKeys: false,
})
const CreationDialog = onDemand(() =>
  import('#web/foundation/places/CreationDialog.tsx').then(module => module.CreationDialog),
)
const ListDialog = onDemand(() => import('./ListActions.tsx').then(module => module.ListDialog))

interface IssueListProps {
  readonly kind: ListKind
  readonly page: IssuesPageData
  /** A changed address is being loaded; the shown rows belong to the former one. */
  readonly isBehind: boolean
}

export function IssueList({ kind, page, isBehind }: IssueListProps) {
  const { namespace, permissions } = page
  const address = inIssueWords(usePageSearch())
  const search = searchOf(address, page.views)
  const path = `${baseOf(namespace)}/${kind.segment}`
  const isGroup = namespace.kind === 'group'
  const input = kind.inputOf(namespace.fullPath, search)
  const { cursor, orderBy, sort, view: _view, groupBy, groupScope, ...asked } = input
  const { state = 'opened' } = asked
  // The address only holds orders of the menu.
  const order: ListOrder<Order> = {
    ...defaultOrder,
    ...(orderBy && { orderBy }),
    ...(sort && { sort }),
  } as ListOrder<Order>
  const [moving, setMoving] = useState<RowsToMove | null>(null)
  const { user } = useViewer()
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const newHref = permissions.canCreateIssue ? `${baseOf(namespace)}/issues/new${kind.newQuery}` : null
  const [isCreating, setCreating] = useState(false)
  // Who can create incidents can set their severity. The projects of a group are not all alike.
  const severityIn = kind.noun === 'incident' && !isGroup && permissions.canCreateIssue ? namespace.fullPath : null
  // The issues of a group are in its projects.
  const create = isGroup && kind.noun === 'issue' && user !== null ? () => setCreating(true) : null
  const { namespace: _place, ...filter } = { ...asked, ...kind.fixed }
  const isPlain = !isFiltered(asked)
  const head = ({ selectAll }: { readonly selectAll: () => void }) => (
    <>
      <PageHeader
        title={kind.title}
        actions={
          <>
            {kind.actions?.(page)}
            {newHref && (
              <LinkButton href={newHref} variant="primary" icon={<PlusIcon />}>
                New {kind.noun}
              </LinkButton>
            )}
            {create && (
              <Button variant="primary" icon={<PlusIcon />} onClick={create}>
                New {kind.noun}
              </Button>
            )}
            {user !== null && (
              <LateMenu
                trigger={<IconButton variant="secondary" label="More actions" icon={<KebabHorizontalIcon />} />}
                part={ListActions}
              >
                {menu => <ListActions {...menu} kind={kind} page={page} onOpen={setDialog} />}
              </LateMenu>
            )}
          </>
        }
      />
      {user !== null && (
        <AtRest>
          <ListPageActions kind={kind} page={page} onOpen={setDialog} onAll={selectAll} />
        </AtRest>
      )}
    </>
  )
  return (
    <>
      {isCreating && <CreationDialog kind="issue" namespace={namespace} onClose={() => setCreating(false)} />}
      {dialog !== null && (
        <ListDialog
          name={dialog}
          kind={kind}
          page={page}
          input={{ ...asked, ...kind.fixed }}
          onClose={() => setDialog(null)}
        />
      )}
      {moving && (
        <MoveRowsDialog
          {...moving}
          word={kind.noun}
          namespace={namespace}
          lists={kind.bulk.lists}
          onClose={() => setMoving(null)}
        />
      )}
      <IssuableList
        of={kind}
        namespace={namespace}
        path={path}
        search={search}
        state={state}
        order={order}
        listed={JSON.stringify([asked, groupBy, groupScope, orderBy, sort, cursor])}
        isBehind={isBehind}
        rows={page.issues}
        groups={page.groups}
        counts={page.counts}
        views={page.views}
        canShareViews={permissions.canShareViews}
        canUpdate={permissions.canBulkUpdateIssues}
        usualColumns={rows => {
          const usual = kind.usualColumnsOf(rows)
          const used = usedBy(usual, rows)
          return severityIn === null ? used : usual.filter(each => each.key === 'severity' || used.includes(each))
        }}
        create={newHref ?? create}
        isPeeking={address.peek !== undefined}
        head={head}
        rowOf={(issue, shown) => <IssueRow key={issue.id} issue={issue} severityIn={severityIn} {...shown} />}
        grouped={
          groupBy === undefined
            ? null
            : shown => <GroupedIssues kind={kind} namespace={namespace} by={groupBy} {...shown} input={input} />
        }
        nothing={
          (isPlain && cursor === undefined && page.counts.all.count === 0 && kind.nothing?.(page)) || (
            <NothingListed
              noun={kind.noun}
              isEmptyPlace={isPlain && cursor === undefined && page.counts.all.count === 0}
              newHref={newHref}
              labelsHref={`${baseOf(namespace)}/labels`}
              isGroup={isGroup}
              isPlain={isPlain}
              state={state}
              allHref={addressOf(path, { state: 'all' })}
            />
          )
        }
        pagination={
          <Pagination
            label={`${kind.title} pagination`}
            previous={page.previous && addressOf(path, { ...changed(address, {}), cursor: page.previous })}
            next={page.next && addressOf(path, { ...changed(address, {}), cursor: page.next })}
          />
        }
        bulkRow={issue => issue}
        onMove={setMoving}
        {...(!isGroup && { whole: { filter } })}
      />
    </>
  )
}
