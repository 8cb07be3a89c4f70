import { RowsIcon } from '@primer/octicons-react'
import { type ReactNode, useRef, useState } from 'react'
import { filterTitle } from '#contract/plan/labels/label-words.ts'
import { addressOf, type Search } from '#web/api/router/search.ts'
import type { StartedChange } from '#web/plan/change-sets/undo-change.ts'
import type { ListGroupData, ListView, Place } from '#web/plan/shapes.ts'
import { AtRest } from '#web/ui/AtRest.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { useCompactRows } from '#web/ui/layout/folded.ts'
import { List } from '#web/ui/layout/List.tsx'
import { SteadyArea, useSteadyList } from '#web/ui/layout/SteadyArea.tsx'
import { StickyFoot } from '#web/ui/layout/StickyFoot.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { useArrivals } from './arrivals.ts'
import type { WholeQuery } from './bulk/BulkBar.tsx'
import type { Row, RowsToMove } from './bulk/bulk-update.ts'
import { BulkBar } from './bulk/late-bar.ts'
import { type Column, chosenColumns } from './columns/columns.tsx'
import type { ListOrder } from './columns/order.ts'
import { useFurtherRows } from './further-rows.ts'
import styles from './List.module.css'
import { Columned } from './ListHeader.tsx'
import { ListTools } from './ListTools.tsx'
import type { ListDescription } from './list-description.ts'
import { type RowSelection, useRowSelection } from './row-selection.ts'
import { StateTabs } from './StateTabs.tsx'
import { useListKeys } from './use-list-keys.ts'

const ChangeProgress = onDemand(() =>
  import('#web/plan/change-sets/ChangeProgress.tsx').then(module => module.ChangeProgress),
)
const Peek = onDemand(() => import('#web/plan/peek/Peek.tsx').then(module => module.Peek), { holdsKeys: false })

interface ListedRow {
  readonly id: number
}

/** How the list shows a row. */
export interface ShownRow<Key extends string, By extends string> {
  readonly columns: readonly Column<Key, By>[]
  readonly isCompact: boolean
  /** Came to the list while it was being read. */
  readonly isNew: boolean
  /** The list no longer has it, and shows it until the reader goes on. */
  readonly isGone: boolean
  /** Null for those who cannot change rows. */
  readonly selection: RowSelection | null
  readonly labelHref: (title: string) => string
}

/** The data with which the rows of groups are drawn. */
export interface ShownGroups<R> {
  readonly groups: readonly ListGroupData[]
  readonly limit: number | null
  readonly rows: readonly R[]
  readonly rowOf: (row: R) => ReactNode
  readonly onMore: (rows: readonly R[]) => void
}

interface IssuableListProps<R extends ListedRow, State extends string, Key extends string, By extends string> {
  readonly of: ListDescription<State, Key, By>
  readonly namespace: Place
  /** The address of the list. */
  readonly path: string
  /** The parameters of the list: those of its address with those of its view. */
  readonly search: Search
  readonly state: State
  readonly order: ListOrder<By>
  /** Identifies what is listed: with another text, rows are shown at once. */
  readonly listed: string
  /** A changed address is being loaded; the shown rows belong to the former one. */
  readonly isBehind: boolean
  readonly rows: readonly R[]
  readonly groups: { readonly groups: readonly ListGroupData[]; readonly limit: number | null } | null
  readonly counts: Readonly<Record<State, { readonly count: number; readonly isAtLeast: boolean }>>
  readonly views: readonly ListView[]
  readonly canShareViews: boolean
  readonly canUpdate: boolean
  /** The columns that are shown unless some are chosen. */
  readonly usualColumns: (rows: readonly R[]) => readonly Column<Key, By>[]
  /** The address of the form of a new one, or what opens it; null for those who cannot create any. */
  readonly create: string | (() => void) | null
  /** A row is open beside the list: the others keep their places. */
  readonly isPeeking?: boolean
  readonly head: ReactNode | ((list: { readonly selectAll: () => void }) => ReactNode)
  readonly rowOf: (row: R, shown: ShownRow<Key, By>) => ReactNode
  /** Null while rows are not grouped. */
  readonly grouped: ((shown: ShownGroups<R>) => ReactNode) | null
  /** Stands in place of the rows where there are none. */
  readonly nothing: ReactNode
  readonly pagination: ReactNode
  /** A row as the bar of bulk edits reads it. */
  readonly bulkRow: (row: R) => Row
  /** Absent where rows stay in their project. */
  readonly onMove?: (rows: RowsToMove) => void
  /** All rows that the list finds, on every page of it; absent where only those of a page can be changed. */
  readonly whole?: Pick<WholeQuery, 'filter'>
}

/** A list of issuables with its tabs, filters, columns, groups, keys and bulk edits. */
export function IssuableList<R extends ListedRow, State extends string, Key extends string, By extends string>({
  of,
  namespace,
  search,
  order,
  counts,
  state,
  ...props
}: IssuableListProps<R, State, Key, By>) {
  // The viewer's bulk edits that have finished: what one brought back does not wait.
  const [finished, setFinished] = useState(0)
  const steadyKey = JSON.stringify([props.listed, props.isBehind, finished])
  const steady = useSteadyList(steadyKey, props.rows, row => row.id)
  const { rows } = steady
  const { groups } = props
  const drawsAll = useIsHydrated() || groups !== null || of.rowHeight === undefined
  const shown = drawsAll ? rows : rows.slice(0, firstRows)
  const arrived = useArrivals(
    steadyKey,
    rows.map(row => row.id),
  )
  // The list whose rows are selected on all its pages.
  const [wholeList, setWholeList] = useState<string | null>(null)
  const [started, setStarted] = useState<StartedChange | null>(null)
  const [isCompact, setCompact] = useCompactRows()
  const filterInput = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [all, addFurther] = useFurtherRows(steadyKey, steady.present)
  const chosen = chosenColumns(search, of.columns)
  const columns = chosen ?? props.usualColumns(all)
  const selection = useRowSelection(all, () => setWholeList(null))
  const { selected } = selection
  steady.hold(selected.length > 0 || props.isPeeking === true)
  const opening = useListKeys({
    noun: of.noun,
    list,
    filterInput,
    newHref: props.create,
    selection: props.canUpdate
      ? {
          selected: selected.map(row => row.id),
          onToggle: selection.toggle,
          onExtend: selection.extend,
          onSelectOnly: selection.selectOnly,
          onClear: selection.clear,
          fields: of.fieldsIn(namespace),
        }
      : null,
  })
  const rowOf = (row: R) =>
    props.rowOf(row, {
      columns,
      isCompact,
      isNew: arrived.has(row.id),
      isGone: steady.gone.has(row),
      selection: props.canUpdate ? selection.of(row) : null,
      labelHref: title => addressOf(props.path, { labels: [filterTitle(title)] }),
    })
  const query = JSON.stringify(props.whole)
  return (
    <>
      {typeof props.head === 'function' ? props.head(selection) : props.head}
      <StateTabs title={of.title} path={props.path} search={search} state={state} names={of.states} counts={counts} />
      <ListTools
        list={of.list}
        noun={of.nouns}
        namespace={namespace}
        views={props.views}
        canShareViews={props.canShareViews}
        search={search}
        filters={of.filters}
        filterInput={filterInput}
        order={order}
        orders={of.orders}
        onSort={of.onSort}
        groupWords={of.groupWords}
        columns={of.columns}
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
        noun={of.noun}
        aria-busy={props.isBehind}
        data-behind={props.isBehind || undefined}
        className={styles.body}
      >
        {rows.length > 0 ? (
          <Columned
            columns={columns}
            isChosen={chosen !== null}
            order={order}
            names={of.orders}
            onSort={of.onSort}
            search={search}
          >
            <List
              ref={list}
              aria-label={of.title}
              density={isCompact ? 'compact' : 'regular'}
              data-chosen={chosen !== null || undefined}
              data-of={of.noun}
              {...(shown.length < rows.length && {
                // With its edges, so that nothing below it moves.
                style: {
                  minBlockSize: `calc(${rows.length} * ${of.rowHeight?.(isCompact)} + 2 * var(--line-width))`,
                },
              })}
            >
              {groups === null || props.grouped === null
                ? shown.map(rowOf)
                : props.grouped({ ...groups, rows, rowOf, onMore: addFurther })}
            </List>
          </Columned>
        ) : (
          props.nothing
        )}
      </SteadyArea>
      {of.peek && (
        <AtRest>
          <Peek of={of.peek} />
        </AtRest>
      )}
      <StickyFoot>
        {opening}
        {started !== null && (
          <ChangeProgress
            key={started.sets[0].id}
            {...started}
            lists={of.bulk.lists}
            onUndo={setStarted}
            onRead={() => setFinished(count => count + 1)}
            onEnd={() => setStarted(known => (known === started ? null : known))}
          />
        )}
        {selected.length > 0 && (
          <BulkBar
            of={of}
            namespace={namespace}
            selected={selected.map(props.bulkRow)}
            total={all.length}
            onAll={selection.selectAll}
            onClear={selection.clear}
            onMove={props.onMove}
            onUndo={setStarted}
            whole={
              props.whole && {
                ...props.whole,
                count: counts[state],
                isSelected: wholeList === query,
                onSelect: () => setWholeList(query),
                onStarted: edit => {
                  setWholeList(null)
                  setStarted(edit)
                },
              }
            }
          />
        )}
      </StickyFoot>
      {props.pagination}
    </>
  )
}

/** Rows that fill a window: the server draws them, and the browser adds the others. */
const firstRows = 20
