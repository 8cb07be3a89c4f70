import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { feedTitles } from '#contract/feeds/page-titles.ts'
import { userTopic } from '#contract/live-topics.ts'
import { todoGroupWords } from '#contract/plan/lists/group-words.ts'
import { todosPage } from '#web/api/operations.gen.ts'
import { useOwnChange } from '#web/api/own-change.ts'
import { usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageSearch } from '#web/api/route.tsx'
import { addressOf, type Search } from '#web/api/router/search.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Pages } from '#web/foundation/places/Pages.tsx'
import { type Column, chosenColumns } from '#web/plan/lists/columns/columns.tsx'
import { filtersOf } from '#web/plan/lists/filter/filters.ts'
import { Columned } from '#web/plan/lists/ListHeader.tsx'
import { ListTools } from '#web/plan/lists/ListTools.tsx'
import { changed } from '#web/plan/lists/list-address.ts'
import { searchOf } from '#web/plan/lists/views/view-address.ts'
import { AtRest } from '#web/ui/AtRest.tsx'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { today } from '#web/ui/forms/dates/day.ts'
import { List } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { SteadyArea, useSteadyList } from '#web/ui/layout/SteadyArea.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { KeyHint } from '#web/ui/text/KeyHint.tsx'
import { type TodoColumnKey, todoColumns } from './columns.ts'
import { GroupedTodos } from './GroupedTodos.tsx'
import { messages } from './messages.ts'
import { SnoozeDialog } from './SnoozeDialog.tsx'
import type { Todo, TodosData, TodosState } from './shapes.ts'
import { TodoRow } from './TodoRow.tsx'
import styles from './TodosPage.module.css'
import { TodosSkeleton } from './TodosSkeleton.tsx'
import {
  type TodoOrder,
  todoFilterSet,
  todoOrders,
  todosInput,
  todosPath,
  todosStates,
  usualOrders,
  withNames,
} from './todos-address.ts'
import { useTodoChanges } from './use-todo-changes.ts'
import { useTodoKeys } from './use-todo-keys.ts'

const WaitingSwaps = lazy(() => import('./WaitingSwaps.tsx').then(module => ({ default: module.WaitingSwaps })))

/** The to-do list of the signed-in user. */
export function TodosPage() {
  const input = todosInput(usePageSearch())
  const { user } = useViewer()
  usePlace({ title: feedTitles.todos, namespace: null, active: null, crumbs: [] })
  const { data, isError, refetch, isPlaceholderData } = useReading(todosPage, input, {
    topics: () => (user === null ? [] : [userTopic(user.id)]),
    keepPrevious: true,
  })
  if (isError && data === undefined)
    return (
      <Page>
        <PageHeader title={feedTitles.todos} />
        <RetryBanner onRetry={refetch}>{messages.fetch}</RetryBanner>
      </Page>
    )
  return data === undefined ? <TodosSkeleton /> : <Shown data={data} isBehind={isPlaceholderData} />
}

const tabNames: Readonly<Record<TodosState, string>> = { pending: 'To do', snoozed: 'Snoozed', done: 'Done' }

interface ShownTodosProps {
  readonly data: TodosData
  /** A changed address is being asked for; the data are of the former one. */
  readonly isBehind: boolean
}

function Shown({ data, isBehind }: ShownTodosProps) {
  const address = usePageSearch()
  const search = withNames(searchOf(address, data.views), data)
  const input = todosInput(search)
  const state = input.state ?? 'pending'
  const filterSet = todoFilterSet(data)
  const isFiltered = input.search !== undefined || filtersOf(search, filterSet).length > 0
  const list = useRef<HTMLDivElement>(null)
  const filterInput = useRef<HTMLInputElement>(null)
  const change = useTodoChanges()
  useTodoKeys(list, filterInput)
  // The dialog outlives the row: the to-do may be marked as done elsewhere while its date is being chosen.
  const [snoozed, setSnoozed] = useState<Todo | null>(null)
  const isGone = snoozed !== null && !data.todos.some(each => each.id === snoozed.id)
  const { counts } = data
  const steady = useSteadyList(JSON.stringify([address, isBehind]), data.todos, todo => todo.id, useOwnChange())
  const todos = steady.rows
  const { orderBy = usualOrders[state].orderBy, sort = usualOrders[state].sort } = input
  const order = { orderBy, sort }
  const picked = chosenColumns(search, todoColumns)
  const rowOf = (todo: Todo) => (
    <TodoRow key={todo.id} todo={todo} change={change} onPickDate={setSnoozed} columns={picked ?? []} />
  )
  const ofState = (key: TodosState) =>
    addressOf(todosPath, changed(search, { state: key === 'pending' ? undefined : key }, 'pending'))
  return (
    <Page>
      <PageHeader
        title="To-do list"
        actions={
          state === 'pending' &&
          data.todos.length > 0 && <Button onClick={() => change.finishAll(input)}>Mark all as done</Button>
        }
      />
      <LinkTabs
        label="To-dos by state"
        active={state}
        tabs={todosStates.map(key => ({
          key,
          label: tabNames[key],
          count: Math.min(counts[key], data.countedUpTo),
          countIsAtLeast: counts[key] > data.countedUpTo,
          href: ofState(key),
        }))}
      />
      <ListTools
        list="todo"
        noun="to-dos"
        namespace={null}
        views={data.views}
        canShareViews={false}
        search={search}
        filters={filterSet}
        filterInput={filterInput}
        order={order}
        orders={todoOrders.filter(
          each => each.orderBy !== 'snoozed_until' || state === 'snoozed' || orderBy === each.orderBy,
        )}
        groupWords={todoGroupWords}
        columns={todoColumns}
      />
      <div className={styles.body} ref={list}>
        {state === 'pending' && !isFiltered && (
          <AtRest>
            <Suspense>
              <WaitingSwaps />
            </Suspense>
          </AtRest>
        )}
        <SteadyArea of={steady} noun="to-do" className={styles.list}>
          {todos.length === 0 ? (
            <Nothing state={state} isFiltered={isFiltered} />
          ) : (
            <Rows picked={picked} order={order} search={search}>
              <List aria-label={tabNames[state]} data-chosen={picked !== null || undefined}>
                {data.grouped === null || input.groupBy === undefined ? (
                  todos.map(rowOf)
                ) : (
                  <GroupedTodos by={input.groupBy} {...data.grouped} rows={todos} rowOf={rowOf} input={input} />
                )}
              </List>
            </Rows>
          )}
        </SteadyArea>
        {todos.length > 0 && (
          <p className={styles.keys}>
            <KeyHint keys="j" /> <KeyHint keys="k" /> next and previous
            <KeyHint keys="e" /> {state === 'done' ? 'restore' : 'done'}
            {state !== 'done' && (
              <>
                <KeyHint keys="s" /> {state === 'snoozed' ? 'end snooze' : 'snooze'}
              </>
            )}
            <KeyHint keys="z" /> undo
            <KeyHint keys="/" /> filter
          </p>
        )}
        <Pages label="To-dos pagination" hasNext={data.hasNext} />
      </div>
      {snoozed !== null && (
        <SnoozeDialog
          today={today()}
          isGone={isGone}
          onClose={() => setSnoozed(null)}
          onPick={until => {
            setSnoozed(null)
            change.snooze(snoozed, until, isGone)
          }}
        />
      )}
    </Page>
  )
}

interface RowsProps {
  readonly picked: readonly Column<TodoColumnKey, TodoOrder>[] | null
  readonly order: { readonly orderBy: TodoOrder; readonly sort: 'asc' | 'desc' }
  readonly search: Search
  readonly children: ReactNode
}

/** The list, under the names of its columns where some are chosen. */
function Rows({ picked, children, ...header }: RowsProps) {
  if (picked === null) return children
  const columns = [...picked, { key: 'actions', label: 'Actions', word: 'actions', width: 5, isUsual: false }]
  return (
    <Columned {...header} columns={columns} isChosen names={todoOrders}>
      {children}
    </Columned>
  )
}

function Nothing({ state, isFiltered }: { readonly state: TodosState; readonly isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState
        illustration={<Illustration of="nothing-found" />}
        title="No to-dos match these filters"
        action={
          <LinkButton href={addressOf(todosPath, state === 'pending' ? {} : { state })}>Clear filters</LinkButton>
        }
      />
    )
  if (state === 'snoozed')
    return (
      <EmptyState illustration={<Illustration of="nothing-yet" />} title="No snoozed to-dos">
        Snoozed to-dos stay here and return to your list automatically.
      </EmptyState>
    )
  if (state === 'done')
    return (
      <EmptyState illustration={<Illustration of="nothing-yet" />} title="No completed to-dos">
        To-dos you mark as done appear here. You can restore them.
      </EmptyState>
    )
  return (
    <EmptyState illustration={<Illustration of="all-done" />} title="You are all caught up">
      To-dos appear here when someone assigns or mentions you.
    </EmptyState>
  )
}
