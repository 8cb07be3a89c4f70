import { useRef } from 'react'
import { feedTitles } from '#contract/feeds/page-titles.ts'
import { userTopic } from '#contract/live-topics.ts'
import { todosPage } from '#web/api/operations.gen.ts'
import { useOwnChange } from '#web/api/own-change.ts'
import { usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageSearch } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Pagination } from '#web/ui/layout/Pagination.tsx'
import { SteadyArea, useSteadyList } from '#web/ui/layout/SteadyArea.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { KeyHint } from '#web/ui/text/KeyHint.tsx'
import { messages } from './messages.ts'
import { TodoFilters } from './TodoFilters.tsx'
import { TodoRow } from './TodoRow.tsx'
import styles from './TodosPage.module.css'
import { TodosSkeleton } from './TodosSkeleton.tsx'
import { type TodosInput, type TodosState, todosHref, todosInput } from './todos-address.ts'
import { type TodosData, useTodoChanges } from './use-todo-changes.ts'
import { useTodoKeys } from './use-todo-keys.ts'

/** What waits for the person who is signed in. */
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
  return data === undefined ? <TodosSkeleton /> : <Shown input={input} data={data} isBehind={isPlaceholderData} />
}

const tabNames: Readonly<Record<TodosState, string>> = { pending: 'To do', snoozed: 'Snoozed', done: 'Done' }

interface ShownProps {
  readonly input: TodosInput
  readonly data: TodosData
  /** A changed address is being asked for; the data are of the former one. */
  readonly isBehind: boolean
}

function Shown({ input, data, isBehind }: ShownProps) {
  const state = input.state ?? 'pending'
  const list = useRef<HTMLDivElement>(null)
  const change = useTodoChanges()
  useTodoKeys(list, change.undo)
  const { counts } = data
  const steady = useSteadyList(JSON.stringify([input, isBehind]), data.todos, todo => todo.id, useOwnChange())
  const todos = steady.rows
  const page = input.page ?? 1
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
        tabs={(['pending', 'snoozed', 'done'] as const).map(key => ({
          key,
          label: tabNames[key],
          count: Math.min(counts[key], data.countedUpTo),
          countIsAtLeast: counts[key] > data.countedUpTo,
          href: todosHref({ ...input, state: key, page: 1 }),
        }))}
      />
      <div className={styles.body} ref={list}>
        <TodoFilters input={input} data={data} />
        <SteadyArea of={steady} noun="to-do">
          {todos.length === 0 ? (
            <Nothing input={input} />
          ) : (
            <List aria-label={tabNames[state]}>
              {todos.map(todo => (
                <TodoRow key={todo.id} todo={todo} change={change} />
              ))}
            </List>
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
          </p>
        )}
        <Pagination
          label="To-dos pagination"
          previous={page > 1 ? todosHref({ ...input, page: page - 1 }) : null}
          next={data.hasNext ? todosHref({ ...input, page: page + 1 }) : null}
        />
      </div>
    </Page>
  )
}

function Nothing({ input }: { readonly input: TodosInput }) {
  const { state: _state, page: _page, ...filters } = input
  if (Object.keys(filters).length > 0)
    return (
      <EmptyState
        illustration={<Illustration of="nothing-found" />}
        title="No to-dos match these filters"
        action={
          <LinkButton href={todosHref(input.state === undefined ? {} : { state: input.state })}>
            Clear filters
          </LinkButton>
        }
      />
    )
  if (input.state === 'snoozed')
    return (
      <EmptyState illustration={<Illustration of="nothing-yet" />} title="No snoozed to-dos">
        Snoozed to-dos stay here and return to your list automatically.
      </EmptyState>
    )
  if (input.state === 'done')
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
