import { KebabHorizontalIcon, PlusIcon, RowsIcon } from '@primer/octicons-react'
import { useRef, useState } from 'react'
import { filterTitle } from '#contract/plan/labels/label-words.ts'
import { inIssueWords } from '#contract/plan/lists/list-words.ts'
import { usePageSearch } from '#web/api/route.tsx'
import { addressOf } from '#web/api/router/search.ts'
import { useViewer } from '#web/api/viewer.ts'
import type { StartedChange } from '#web/plan/change-sets/undo-change.ts'
import { useArrivals } from '#web/plan/lists/arrivals.ts'
import { bulkOfIssues } from '#web/plan/lists/bulk/bulk-kind.ts'
import type { RowsToMove } from '#web/plan/lists/bulk/bulk-update.ts'
import { BulkBar } from '#web/plan/lists/bulk/late-bar.ts'
import { chosenColumns } from '#web/plan/lists/columns/columns.tsx'
import { defaultOrder, type ListOrder } from '#web/plan/lists/columns/order.ts'
import { useFurtherRows } from '#web/plan/lists/further-rows.ts'
import styles from '#web/plan/lists/List.module.css'
import { Columned } from '#web/plan/lists/ListHeader.tsx'
import { ListTools } from '#web/plan/lists/ListTools.tsx'
import { changed, isFiltered } from '#web/plan/lists/list-address.ts'
import { useRowSelection } from '#web/plan/lists/row-selection.ts'
import { StateTabs } from '#web/plan/lists/StateTabs.tsx'
import { triageFields, useListKeys } from '#web/plan/lists/use-list-keys.ts'
import { searchOf } from '#web/plan/lists/views/view-address.ts'
import { baseOf, isInGroup } from '#web/plan/place.ts'
import type { IssueRowData, IssuesPageData } from '#web/plan/shapes.ts'
import { AtRest } from '#web/ui/AtRest.tsx'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { LateMenu } from '#web/ui/actions/LateMenu.tsx'
import { useCompactRows } from '#web/ui/layout/folded.ts'
import { List } from '#web/ui/layout/List.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Pagination } from '#web/ui/layout/Pagination.tsx'
import { SteadyArea, useSteadyList } from '#web/ui/layout/SteadyArea.tsx'
import { StickyFoot } from '#web/ui/layout/StickyFoot.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { IssueRow } from './IssueRow.tsx'
import type { DialogName } from './ListActions.tsx'
import type { ListKind } from './list-kind.ts'

const ChangeProgress = onDemand(() =>
  import('#web/plan/change-sets/ChangeProgress.tsx').then(module => module.ChangeProgress),
)
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
const Peek = onDemand(() => import('#web/plan/peek/Peek.tsx').then(module => module.Peek), { holdsKeys: false })
const CreationDialog = onDemand(() =>
  import('#web/foundation/places/CreationDialog.tsx').then(module => module.CreationDialog),
)
const ListDialog = onDemand(() => import('./ListActions.tsx').then(module => module.ListDialog))

interface IssueListProps {
  readonly kind: ListKind
  readonly page: IssuesPageData
  /** A changed address is being asked for; what shows is of the former one. */
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
  // The address only holds orders of the menu.
  const order: ListOrder = { ...defaultOrder, ...(orderBy && { orderBy }), ...(sort && { sort }) } as ListOrder
  // The viewer's bulk edits that have finished: what one brought back does not wait.
  const [finished, setFinished] = useState(0)
  const listed = JSON.stringify([asked, groupBy, groupScope, orderBy, sort, cursor, isBehind, finished])
  const steady = useSteadyList(listed, page.issues, issue => issue.id)
  const issues = steady.rows
  const { groups } = page
  const shown = useIsHydrated() || groups !== null ? issues : issues.slice(0, firstRows)
  const arrived = useArrivals(
    listed,
    issues.map(issue => issue.id),
  )
  // The list whose issues are chosen on all its pages.
  const [wholeList, setWholeList] = useState<string | null>(null)
  const [started, setStarted] = useState<StartedChange | null>(null)
  const [moving, setMoving] = useState<RowsToMove | null>(null)
  const { user } = useViewer()
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const [isCompact, setCompact] = useCompactRows()
  const picked = chosenColumns(search, kind.columns)
  const columns = picked ?? kind.usualColumnsOf(issues)
  const filterInput = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [all, addFurther] = useFurtherRows(listed, steady.present)
  const selection = useRowSelection(all, () => setWholeList(null))
  const { chosen } = selection
  steady.hold(chosen.length > 0 || address.peek !== undefined)
  const newHref = permissions.canCreateIssue ? `${baseOf(namespace)}/issues/new${kind.newQuery}` : null
  const [isCreating, setCreating] = useState(false)
  // The issues of a group are in its projects.
  const create = isGroup && kind.noun === 'issue' && user !== null ? () => setCreating(true) : null
  const held = useListKeys({
    noun: kind.noun,
    list,
    filterInput,
    newHref: newHref ?? create,
    selection: permissions.canBulkUpdateIssues
      ? {
          chosen: chosen.map(issue => issue.id),
          onToggle: selection.toggle,
          onExtend: selection.extend,
          onChoose: selection.choose,
          onClear: selection.clear,
          fields: isInGroup(namespace) ? triageFields : triageFields.filter(field => field !== 'iteration'),
        }
      : null,
  })

  const rowOf = (issue: IssueRowData) => (
    <IssueRow
      key={issue.id}
      issue={issue}
      columns={columns}
      isCompact={isCompact}
      isNew={arrived.has(issue.id)}
      isGone={steady.gone.has(issue)}
      selection={permissions.canBulkUpdateIssues ? selection.of(issue) : null}
      labelHref={title => addressOf(path, { labels: [filterTitle(title)] })}
    />
  )
  const { namespace: _place, ...filter } = { ...asked, ...kind.fixed }
  const query = JSON.stringify(filter)
  const lists = [kind.pages.project.name, kind.pages.group.name]
  const isPlain = !isFiltered(asked)
  const isEmptyPlace = isPlain && cursor === undefined && page.counts.all.count === 0
  return (
    <>
      <PageHeader
        title={kind.title}
        actions={
          <>
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
          <ListPageActions kind={kind} page={page} onOpen={setDialog} onAll={selection.chooseAll} />
        </AtRest>
      )}
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
      <StateTabs
        title={kind.title}
        path={path}
        search={search}
        state={asked.state ?? 'opened'}
        names={stateNames}
        counts={page.counts}
      />
      <ListTools
        list={kind.noun}
        noun={kind.segment}
        namespace={namespace}
        views={page.views}
        canShareViews={permissions.canShareViews}
        search={search}
        filters={kind.filters}
        filterInput={filterInput}
        order={order}
        orders={kind.orders}
        onSort={kind.onSort}
        groupWords={kind.groupWords}
        columns={kind.columns}
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
        noun={kind.noun}
        aria-busy={isBehind}
        data-behind={isBehind || undefined}
        className={styles.body}
      >
        {issues.length > 0 ? (
          <Columned
            columns={columns}
            isChosen={picked !== null}
            order={order}
            names={kind.orders}
            onSort={kind.onSort}
            search={search}
          >
            <List
              ref={list}
              aria-label={kind.title}
              density={isCompact ? 'compact' : 'regular'}
              data-chosen={picked !== null || undefined}
              data-of={kind.noun}
              {...(shown.length < issues.length && { style: { minBlockSize: heightOf(issues.length, isCompact) } })}
            >
              {groups === null || groupBy === undefined ? (
                shown.map(rowOf)
              ) : (
                <GroupedIssues
                  kind={kind}
                  namespace={namespace}
                  by={groupBy}
                  {...groups}
                  rows={issues}
                  rowOf={rowOf}
                  input={input}
                  onMore={addFurther}
                />
              )}
            </List>
          </Columned>
        ) : (
          <NothingListed
            noun={kind.noun}
            isEmptyPlace={isEmptyPlace}
            newHref={newHref}
            labelsHref={`${baseOf(namespace)}/labels`}
            isGroup={isGroup}
            isPlain={isPlain}
            state={asked.state ?? 'opened'}
            allHref={addressOf(path, { state: 'all' })}
          />
        )}
      </SteadyArea>
      <AtRest>
        <Peek of="issue" />
      </AtRest>
      {moving && (
        <MoveRowsDialog
          {...moving}
          word={kind.noun}
          namespace={namespace}
          lists={lists}
          onClose={() => setMoving(null)}
        />
      )}
      <StickyFoot>
        {held}
        {started !== null && (
          <ChangeProgress
            key={started.sets[0].id}
            {...started}
            list={kind.pages[namespace.kind === 'group' ? 'group' : 'project'].name}
            onUndo={setStarted}
            onRead={() => setFinished(count => count + 1)}
            onEnd={() => setStarted(known => (known === started ? null : known))}
          />
        )}
        {chosen.length > 0 && (
          <BulkBar
            kind={bulkOfIssues(kind.noun, lists)}
            namespace={namespace}
            chosen={chosen}
            total={all.length}
            onAll={selection.chooseAll}
            onClear={selection.clear}
            onMove={setMoving}
            onUndo={setStarted}
            {...(!isGroup && {
              whole: {
                filter,
                count: page.counts[asked.state ?? 'opened'],
                isChosen: wholeList === query,
                onChoose: () => setWholeList(query),
                onStarted: edit => {
                  setWholeList(null)
                  setStarted(edit)
                },
              },
            })}
          />
        )}
      </StickyFoot>
      <Pagination
        label={`${kind.title} pagination`}
        previous={page.previous && addressOf(path, { ...changed(address, {}), cursor: page.previous })}
        next={page.next && addressOf(path, { ...changed(address, {}), cursor: page.next })}
      />
    </>
  )
}

const stateNames = { opened: 'Open', closed: 'Closed', all: 'All' }

/** Rows that fill a window: the server draws them, and the browser adds the others. */
const firstRows = 20

/** Of a wide list with its edges, so that nothing below it moves. */
const heightOf = (rows: number, isCompact: boolean): string =>
  `calc(${rows} * ${isCompact ? '2.25rem' : '2.75rem'} + 2 * var(--line-width))`
