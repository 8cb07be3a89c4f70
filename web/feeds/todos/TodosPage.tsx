import { CheckIcon, EyeClosedIcon, UndoIcon } from '@primer/octicons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { todosPage as todosOperation } from '#contract/feeds/todos.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { call } from '#web/api/client.ts'
import { finishTodo, getViewer, markAllTodosDone, restoreTodo, todosPage } from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { useGoTo, usePageSearch } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Pagination } from '#web/ui/layout/Pagination.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { actionNames, actions, messages } from './messages.ts'
import styles from './TodosPage.module.css'
import { TodosSkeleton } from './TodosSkeleton.tsx'
import { type TodosInput, todosHref, todosInput } from './todos-address.ts'

type TodosData = ReplyOf<typeof todosOperation>
type Todo = TodosData['todos'][number]

/** What waits for the person who is signed in. */
export function TodosPage() {
  const input = todosInput(usePageSearch())
  const { user } = useViewer()
  usePlace({ title: 'To-do list', namespace: null, active: null, crumbs: [] })
  const { data, isError, refetch } = useReading(todosPage, input, {
    topics: () => (user === null ? [] : [`user:${user.id}`]),
    keepPrevious: true,
  })
  if (isError && data === undefined)
    return (
      <Page>
        <PageHeader title="To-do list" />
        <Banner
          tone="danger"
          action={
            <Button size="s" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {messages.fetch}
        </Banner>
      </Page>
    )
  return data === undefined ? <TodosSkeleton /> : <Shown input={input} data={data} />
}

function Shown({ input, data }: { readonly input: TodosInput; readonly data: TodosData }) {
  const state = input.state ?? 'pending'
  const [isAsking, setAsking] = useState(false)
  const change = useTodoChanges()
  const { todos, counts } = data
  const page = input.page ?? 1
  return (
    <Page>
      <PageHeader
        title="To-do list"
        actions={
          state === 'pending' && counts.pending > 0 && <Button onClick={() => setAsking(true)}>Mark all as done</Button>
        }
      />
      <LinkTabs
        label="To-dos by state"
        active={state}
        tabs={[
          {
            key: 'pending',
            label: 'To do',
            count: counts.pending,
            href: todosHref({ ...input, state: 'pending', page: 1 }),
          },
          { key: 'done', label: 'Done', count: counts.done, href: todosHref({ ...input, state: 'done', page: 1 }) },
        ]}
      />
      <div className={styles.body}>
        <Filters input={input} projects={data.projects} />
        {todos.length === 0 ? (
          <Nothing input={input} />
        ) : (
          <List aria-label={state === 'pending' ? 'To do' : 'Done'}>
            {todos.map(todo => (
              <TodoRow key={todo.id} todo={todo} onDone={change.finish} onRestore={change.restore} />
            ))}
          </List>
        )}
        <Pagination
          label="To-dos, pages"
          previous={page > 1 ? todosHref({ ...input, page: page - 1 }) : null}
          next={data.hasNext ? todosHref({ ...input, page: page + 1 }) : null}
        />
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Mark all as done?"
          confirm="Mark all as done"
          tone="plain"
          onConfirm={() => {
            setAsking(false)
            change.finishAll()
          }}
          onClose={() => setAsking(false)}
        >
          All {counts.pending} to-dos move to the list of what is done.
        </ConfirmDialog>
      )}
    </Page>
  )
}

function Filters({ input, projects }: { readonly input: TodosInput; readonly projects: TodosData['projects'] }) {
  const goTo = useGoTo()
  const { projectId: _project, action: _action, page: _page, ...rest } = input
  const given = {
    ...(input.projectId === undefined ? {} : { projectId: input.projectId }),
    ...(input.action === undefined ? {} : { action: input.action }),
  }
  return (
    <div className={styles.filters}>
      <Select
        size="s"
        aria-label="Project"
        value={input.projectId === undefined ? '' : String(input.projectId)}
        options={[
          { value: '', label: 'All projects' },
          ...projects.map(project => ({ value: String(project.id), label: project.nameWithNamespace })),
        ]}
        onChange={({ target: { value } }) => {
          const { projectId: _before, ...others } = given
          goTo(todosHref({ ...rest, ...others, ...(value === '' ? {} : { projectId: Number(value) }) }))
        }}
      />
      <Select
        size="s"
        aria-label="Reason"
        value={input.action ?? ''}
        options={[{ value: '', label: 'Any reason' }, ...actionNames.map(([value, label]) => ({ value, label }))]}
        onChange={({ target: { value } }) => {
          const { action: _before, ...others } = given
          goTo(todosHref({ ...rest, ...others, ...(value === '' ? {} : { action: value }) }))
        }}
      />
    </div>
  )
}

interface TodoRowProps {
  readonly todo: Todo
  readonly onDone: (todo: Todo) => void
  readonly onRestore: (todo: Todo) => void
}

function TodoRow({ todo, onDone, onRestore }: TodoRowProps) {
  const { author, target } = todo
  const isDone = todo.state === 'done'
  return (
    <ListRow
      leading={<Avatar id={author.id} name={author.name} avatarUrl={author.avatarUrl} sizePx={32} named={false} />}
      title={<TextLink href={todo.path}>{target.title}</TextLink>}
      badges={
        <span className={styles.marks}>
          {target.confidential && <EyeClosedIcon size={12} aria-label="Confidential" />}
          {target.state === 'closed' && <span>Closed</span>}
        </span>
      }
      detail={
        <>
          <span>
            <strong className={styles.author}>{author.name}</strong> {actions[todo.action] ?? todo.action}
          </span>
          <span>{target.reference}</span>
          <RelativeTime at={todo.createdAt} />
          {todo.excerpt !== null && (
            <q className={styles.excerpt} dir="auto">
              {todo.excerpt}
            </q>
          )}
        </>
      }
      trailing={
        isDone ? (
          <IconButton
            label="Put back on the list"
            icon={<UndoIcon />}
            variant="secondary"
            onClick={() => onRestore(todo)}
          />
        ) : (
          <IconButton label="Mark as done" icon={<CheckIcon />} variant="secondary" onClick={() => onDone(todo)} />
        )
      }
    />
  )
}

function Nothing({ input }: { readonly input: TodosInput }) {
  if (input.projectId !== undefined || input.action !== undefined || input.type !== undefined)
    return (
      <EmptyState
        illustration={<Illustration of="nothing-found" />}
        title="Nothing fits these filters"
        action={
          <LinkButton href={todosHref(input.state === undefined ? {} : { state: input.state })}>
            Clear filters
          </LinkButton>
        }
      />
    )
  if (input.state === 'done')
    return (
      <EmptyState illustration={<Illustration of="nothing-yet" />} title="Nothing is done yet">
        What you mark as done stands here, and can be taken back.
      </EmptyState>
    )
  return (
    <EmptyState illustration={<Illustration of="all-done" />} title="You are all caught up">
      When somebody assigns you or mentions you, it appears here by itself.
    </EmptyState>
  )
}

/** Changes show at once, and come back when the server refuses. */
function useTodoChanges() {
  const client = useQueryClient()

  function refresh() {
    void client.invalidateQueries({ queryKey: [todosPage.name] })
    void client.invalidateQueries({ queryKey: [getViewer.name] })
  }

  function hide(todo: Todo) {
    const by = todo.state === 'pending' ? -1 : 1
    client.setQueriesData<TodosData>({ queryKey: [todosPage.name] }, page =>
      page?.todos.some(each => each.id === todo.id)
        ? {
            ...page,
            todos: page.todos.filter(each => each.id !== todo.id),
            counts: { ...page.counts, pending: page.counts.pending + by, done: page.counts.done - by },
          }
        : page,
    )
  }

  async function save(todo: Todo, op: typeof finishTodo | typeof restoreTodo): Promise<boolean> {
    await client.cancelQueries({ queryKey: [todosPage.name] })
    hide(todo)
    try {
      await call(op, { todoId: todo.id })
      return true
    } catch {
      showToast(messages.failed, { tone: 'danger' })
      return false
    } finally {
      refresh()
    }
  }

  async function finish(todo: Todo) {
    if (await save(todo, finishTodo))
      showToast(messages.done, { undo: () => void save({ ...todo, state: 'done' }, restoreTodo) })
  }
  async function restore(todo: Todo) {
    if (await save(todo, restoreTodo))
      showToast(messages.restored, { undo: () => void save({ ...todo, state: 'pending' }, finishTodo) })
  }
  async function finishAll() {
    try {
      await call(markAllTodosDone, {})
      showToast(messages.allDone)
    } catch {
      showToast(messages.failed, { tone: 'danger' })
    } finally {
      refresh()
    }
  }

  return {
    finish: (todo: Todo) => void finish(todo),
    restore: (todo: Todo) => void restore(todo),
    finishAll: () => void finishAll(),
  }
}
