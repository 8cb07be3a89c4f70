import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { todosPage as todosOperation } from '#contract/feeds/todos.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { call } from '#web/api/client.ts'
import {
  finishAllTodos,
  finishTodo,
  getViewer,
  restoreTodo,
  restoreTodos,
  snoozeTodo,
  todosPage,
  wakeTodo,
} from '#web/api/operations.gen.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { messages } from './messages.ts'
import { dayOf } from './snooze-times.ts'
import type { TodosInput, TodosState } from './todos-address.ts'

export type TodosData = ReplyOf<typeof todosOperation>
export type Todo = TodosData['todos'][number]

const stateOf = (todo: Todo): TodosState =>
  todo.state === 'done' ? 'done' : todo.snoozedUntil === null ? 'pending' : 'snoozed'

/** Changes show at once, come back when the server refuses, and can be taken back. */
export function useTodoChanges() {
  const client = useQueryClient()
  const undo = useRef<(() => void) | null>(null)

  function refresh() {
    void client.invalidateQueries({ queryKey: [todosPage.name] })
    void client.invalidateQueries({ queryKey: [getViewer.name] })
  }

  function hide(todo: Todo, to: TodosState) {
    const from = stateOf(todo)
    client.setQueriesData<TodosData>({ queryKey: [todosPage.name] }, page =>
      page?.todos.some(each => each.id === todo.id)
        ? {
            ...page,
            todos: page.todos.filter(each => each.id !== todo.id),
            counts: { ...page.counts, [from]: Math.max(0, page.counts[from] - 1), [to]: page.counts[to] + 1 },
          }
        : page,
    )
  }

  async function save(run: () => Promise<unknown>, hidden?: { readonly todo: Todo; readonly to: TodosState }) {
    await client.cancelQueries({ queryKey: [todosPage.name] })
    if (hidden !== undefined) hide(hidden.todo, hidden.to)
    try {
      await run()
      return true
    } catch {
      showToast(messages.failed, { tone: 'danger' })
      return false
    } finally {
      refresh()
    }
  }

  /** Says what was done, with the way back; `z` goes it too. */
  function tell(text: string, back: () => Promise<unknown>) {
    const once = () => {
      if (undo.current !== once) return
      undo.current = null
      void save(back)
    }
    undo.current = once
    showToast(text, { undo: once })
  }

  async function finish(todo: Todo) {
    const { id: todoId, snoozedUntil } = todo
    const isDone = await save(() => call(finishTodo, { todoId }), { todo, to: 'done' })
    if (!isDone) return
    tell(messages.done, async () => {
      await call(restoreTodo, { todoId })
      if (snoozedUntil !== null && Date.parse(snoozedUntil) > Date.now())
        await call(snoozeTodo, { todoId, until: snoozedUntil })
    })
  }
  async function restore(todo: Todo) {
    const { id: todoId } = todo
    if (await save(() => call(restoreTodo, { todoId }), { todo, to: 'pending' }))
      tell(messages.restored, () => call(finishTodo, { todoId }))
  }
  async function snooze(todo: Todo, until: Date) {
    const { id: todoId } = todo
    const isAsleep = await save(() => call(snoozeTodo, { todoId, until: until.toISOString() }), { todo, to: 'snoozed' })
    if (isAsleep) tell(messages.snoozed(dayOf(until)), () => call(wakeTodo, { todoId }))
  }
  async function wake(todo: Todo) {
    const { id: todoId, snoozedUntil } = todo
    if (await save(() => call(wakeTodo, { todoId }), { todo, to: 'pending' }))
      tell(messages.woken, async () => {
        if (snoozedUntil !== null) await call(snoozeTodo, { todoId, until: snoozedUntil })
      })
  }
  async function finishAll(input: TodosInput) {
    const { state: _state, page: _page, ...filters } = input
    let ids: readonly number[] = []
    const isDone = await save(async () => {
      ids = (await call(finishAllTodos, filters)).ids
    })
    if (isDone) tell(messages.allDone(ids.length), () => call(restoreTodos, { ids: [...ids] }))
  }

  return {
    finish: (todo: Todo) => void finish(todo),
    restore: (todo: Todo) => void restore(todo),
    snooze: (todo: Todo, until: Date) => void snooze(todo, until),
    wake: (todo: Todo) => void wake(todo),
    finishAll: (input: TodosInput) => void finishAll(input),
    undo: () => undo.current?.(),
  }
}

export type TodoChanges = ReturnType<typeof useTodoChanges>
