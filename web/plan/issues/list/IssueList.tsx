import { ColumnsIcon, KebabHorizontalIcon, PlusIcon, RowsIcon, StackIcon } from '@primer/octicons-react'
import { useRef, useState } from 'react'
import { usePageSearch } from '#web/api/route.tsx'
import { addressOf, type Search } from '#web/api/router/search.ts'
import { useViewer } from '#web/api/viewer.ts'
import type { StartedChange } from '#web/plan/change-sets/undo-change.ts'
import { baseOf, isInGroup } from '#web/plan/place.ts'
import type { IssueRowData, IssuesPageData } from '#web/plan/shapes.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { LateMenu } from '#web/ui/actions/LateMenu.tsx'
import { useCompactRows } from '#web/ui/layout/folded.ts'
import { List } from '#web/ui/layout/List.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Pagination } from '#web/ui/layout/Pagination.tsx'
import { SteadyArea, useSteadyList } from '#web/ui/layout/SteadyArea.tsx'
import { StickyFoot } from '#web/ui/layout/StickyFoot.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { useArrivals } from './arrivals.ts'
import { BulkBar, bulkOfIssues } from './bulk/BulkBar.tsx'
import { chosenColumns } from './columns/columns.tsx'
import { defaultOrder, type ListOrder } from './columns/order.ts'
import { OrderMenu } from './columns/SortMenu.tsx'
import { filtersOf } from './filter/filters.ts'
import { ListFilterBar } from './filter/ListFilterBar.tsx'
import { useFurtherRows } from './further-rows.ts'
import styles from './IssueList.module.css'
import { IssueRow } from './IssueRow.tsx'
import type { DialogName } from './ListActions.tsx'
import { Columned } from './ListHeader.tsx'
import { ColumnsMenu, GroupMenu } from './late-menus.ts'
import { changed } from './list-address.ts'
import type { ListKind } from './list-kind.ts'
import { triageFields, useListKeys } from './use-list-keys.ts'
import { ViewsMenu } from './views/ViewsMenu.tsx'
import { searchOf } from './views/view-address.ts'

const ChangeProgress = onDemand(() =>
  import('#web/plan/change-sets/ChangeProgress.tsx').then(module => module.ChangeProgress),
)
const GroupedIssues = onDemand(() => import('./groups/GroupedIssues.tsx').then(module => module.GroupedIssues), {
  holdsKeys: false,
})
const NothingListed = onDemand(() => import('./NothingListed.tsx').then(module => module.NothingListed), {
  holdsKeys: false,
})
const ListActions = onDemand(() => import('./ListActions.tsx').then(module => module.ListActions))
const ListDialog = onDemand(() => import('./ListActions.tsx').then(module => module.ListDialog))

interface IssueListProps {
  readonly kind: ListKind
  readonly page: IssuesPageData
  /** A changed address is being asked for; what shows is of the former one. */
  readonly isBehind: boolean
}

export function IssueList({ kind, page, isBehind }: IssueListProps) {
  const { namespace, permissions } = page
  const address = usePageSearch()
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
  const [changes, setChanges] = useState(0)
  const steady = useSteadyList(`${listed}${changes}`, page.issues, issue => issue.id)
  const issues = steady.rows
  const { groups } = page
  const shown = useIsHydrated() || groups !== null ? issues : issues.slice(0, firstRows)
  const arrived = useArrivals(
    listed,
    issues.map(issue => issue.id),
  )
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  // The list whose issues are chosen on all its pages.
  const [wholeList, setWholeList] = useState<string | null>(null)
  const [started, setStarted] = useState<StartedChange | null>(null)
  const { user } = useViewer()
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const [isCompact, setCompact] = useCompactRows()
  const picked = chosenColumns(search, kind.columns)
  const columns = picked ?? kind.usualColumnsOf(issues)
  const filterInput = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [all, addFurther] = useFurtherRows(listed, issues)
  const chosen = all.filter(issue => selected.has(issue.id))
  const newHref = permissions.canCreateIssue ? `${baseOf(namespace)}/issues/new${kind.newQuery}` : null
  useListKeys({
    noun: kind.noun,
    list,
    filterInput,
    newHref,
    selection: permissions.canBulkUpdateIssues
      ? {
          chosen: chosen.map(issue => issue.id),
          onToggle: toggle,
          onChoose: choose,
          fields: isInGroup(namespace) ? triageFields : triageFields.filter(field => field !== 'iteration'),
        }
      : null,
  })

  function toggle(id: number) {
    setWholeList(null)
    setSelected(known => {
      const next = new Set(known)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }

  function choose(id: number) {
    setWholeList(null)
    setSelected(new Set([id]))
  }

  const rowOf = (issue: IssueRowData) => (
    <IssueRow
      key={issue.id}
      issue={issue}
      columns={columns}
      isNew={arrived.has(issue.id)}
      selection={
        permissions.canBulkUpdateIssues
          ? {
              isSelected: selected.has(issue.id),
              isUnderWay: chosen.length > 0,
              onToggle: () => toggle(issue.id),
            }
          : null
      }
      labelHref={title => addressOf(path, { labels: [title] })}
    />
  )
  const { namespace: _place, ...filter } = { ...asked, ...kind.fixed }
  const query = JSON.stringify(filter)
  const isPlain = filtersOf(search, kind.filters).length === 0 && asked.search === undefined
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
            {user !== null && (
              <LateMenu label="More actions" icon={<KebabHorizontalIcon />} part={ListActions}>
                {menu => <ListActions {...menu} kind={kind} page={page} onOpen={setDialog} />}
              </LateMenu>
            )}
          </>
        }
      />
      {dialog !== null && (
        <ListDialog
          name={dialog}
          kind={kind}
          page={page}
          input={{ ...asked, ...kind.fixed }}
          onClose={() => setDialog(null)}
        />
      )}
      <StateTabs title={kind.title} page={page} path={path} state={asked.state ?? 'opened'} search={search} />
      <div className={styles.tools}>
        <ViewsMenu
          list={kind.noun}
          owner={namespace}
          views={page.views}
          canShare={permissions.canShareViews}
          order={order}
        />
        <div className={styles.filter}>
          <ListFilterBar
            noun={kind.segment}
            set={kind.filters}
            namespace={namespace}
            search={search}
            inputRef={filterInput}
          />
        </div>
        <OrderMenu order={order} names={kind.orders} search={search} onSort={kind.onSort} />
        <LateMenu label="Group by" icon={<StackIcon />} part={GroupMenu}>
          {menu => <GroupMenu {...menu} words={kind.groupWords} search={search} namespace={namespace} />}
        </LateMenu>
        <LateMenu label="Columns" icon={<ColumnsIcon />} part={ColumnsMenu}>
          {menu => <ColumnsMenu {...menu} columns={kind.columns} search={search} />}
        </LateMenu>
        <IconButton
          variant="secondary"
          label="Compact rows"
          icon={<RowsIcon />}
          aria-pressed={isCompact}
          onClick={() => setCompact(!isCompact)}
        />
      </div>
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
      <StickyFoot>
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
            kind={bulkOfIssues(kind.noun, [kind.pages.project.name, kind.pages.group.name])}
            namespace={namespace}
            chosen={chosen}
            total={all.length}
            onAll={() => setSelected(new Set(all.map(issue => issue.id)))}
            onClear={() => {
              setWholeList(null)
              setSelected(new Set())
            }}
            onUndo={setStarted}
            onRead={() => setChanges(count => count + 1)}
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

/** Rows that fill a window: the server draws them, and the browser adds the others. */
const firstRows = 20

/** Of a wide list with its edges, so that nothing below it moves. */
const heightOf = (rows: number, isCompact: boolean): string =>
  `calc(${rows} * ${isCompact ? '2.25rem' : '2.75rem'} + 2 * var(--line-width))`

interface StateTabsProps {
  readonly title: string
  readonly page: IssuesPageData
  readonly path: string
  readonly state: 'opened' | 'closed' | 'all'
  readonly search: Search
}

function StateTabs({ title, page, path, state, search }: StateTabsProps) {
  const tab = (key: StateTabsProps['state'], label: string) => ({
    key,
    label,
    count: page.counts[key].count,
    countIsAtLeast: page.counts[key].isAtLeast,
    href: addressOf(path, changed(search, { state: key === 'opened' ? undefined : key })),
  })
  return (
    <LinkTabs
      label={`${title} by state`}
      active={state}
      tabs={[tab('opened', 'Open'), tab('closed', 'Closed'), tab('all', 'All')]}
    />
  )
}
