import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CallError, call } from '#web/api/client.ts'
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
import { dismissToasts, offerUndo, showToast } from '#web/ui/overlays/toasts.ts'
import { currentTime } from '#web/ui/text/clock.ts'
import { describeDayOfWeek } from '#web/ui/text/time.ts'
import { messages } from './messages.ts'
import type { Todo, TodosData, TodosInput, TodosState } from './shapes.ts'

const stateOf = (todo: Todo): TodosState =>
  todo.state === 'done' ? 'done' : todo.snoozedUntil === null ? 'pending' : 'snoozed'

let changesMade = 0

/** Changes show at once, come back when the server refuses, and can be taken back. */
export function useTodoChanges() {
  const client = useQueryClient()

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

  interface Saving {
    readonly run: () => Promise<unknown>
    /** The message of a failure. */
    readonly failure?: string
    readonly hidden?: { readonly todo: Todo; readonly to: TodosState } | undefined
  }
  interface Change extends Saving {
    readonly back: () => Promise<unknown>
    /** The message of a failed undo. */
    readonly backFailure?: string
    readonly text: () => string
  }

  const { mutateAsync } = useMutation({
    mutationFn: async ({ run, hidden }: Saving) => {
      await client.cancelQueries({ queryKey: [todosPage.name] })
      if (hidden !== undefined) hide(hidden.todo, hidden.to)
      await run()
    },
    onError: (_error, { failure = messages.failed }) => showToast(failure, { tone: 'danger' }),
    onSettled: refresh,
  })
  const save = (saving: Saving) =>
    mutateAsync(saving).then(
      () => true,
      () => false,
    )

  /** Says what was done, with the way back; `z` goes it too, and need not wait for the server. */
  async function make({ run, failure, back, backFailure, text, hidden }: Change) {
    changesMade += 1
    const cause = `todo-change-${changesMade}`
    const saving = save({ run, ...(failure && { failure }), hidden })
    let isUndone = false
    const undo = async () => {
      if (isUndone) return
      isUndone = true
      withdraw()
      dismissToasts(cause)
      if (await saving) await save({ run: back, ...(backFailure && { failure: backFailure }) })
    }
    const { withdraw } = offerUndo(() => void undo())
    if (!(await saving)) withdraw()
    else if (!isUndone) showToast(text(), { cause, action: { label: 'Undo', run: () => void undo() } })
  }

  const finish = (todo: Todo) => {
    const { id: todoId, snoozedUntil } = todo
    return make({
      run: () => call(finishTodo, { todoId }),
      hidden: { todo, to: 'done' },
      failure: messages.notDeleted,
      backFailure: messages.notAdded,
      text: () => messages.done,
      back: async () => {
        await call(restoreTodo, { todoId })
        if (snoozedUntil !== null && Date.parse(snoozedUntil) > currentTime().getTime())
          await call(snoozeTodo, { todoId, until: snoozedUntil })
      },
    })
  }
  const restore = (todo: Todo) => {
    const { id: todoId } = todo
    return make({
      run: () => call(restoreTodo, { todoId }),
      hidden: { todo, to: 'pending' },
      failure: messages.notAdded,
      backFailure: messages.notDeleted,
      text: () => messages.restored,
      back: () => call(finishTodo, { todoId }),
    })
  }
  const snooze = (todo: Todo, until: Date, isGone: boolean) => {
    const { id: todoId } = todo
    let wasDone = false
    return make({
      run: async () => {
        if (isGone) wasDone = await restoreIfDone(todoId)
        await call(snoozeTodo, { todoId, until: until.toISOString() })
      },
      hidden: { todo, to: 'snoozed' },
      text: () => messages.snoozed(describeDayOfWeek(until)),
      back: () => call(wasDone ? finishTodo : wakeTodo, { todoId }),
    })
  }
  const wake = (todo: Todo) => {
    const { id: todoId, snoozedUntil } = todo
    return make({
      run: () => call(wakeTodo, { todoId }),
      hidden: { todo, to: 'pending' },
      text: () => messages.woken,
      back: async () => {
        if (snoozedUntil !== null) await call(snoozeTodo, { todoId, until: snoozedUntil })
      },
    })
  }
  const finishAll = (input: TodosInput) => {
    const { state: _state, page: _page, view: _view, orderBy: _orderBy, sort: _sort, ...filters } = input
    let ids: readonly number[] = []
    return make({
      run: async () => {
        ids = (await call(finishAllTodos, filters)).ids
      },
      text: () => messages.allDone(ids.length),
      back: () => call(restoreTodos, { ids: [...ids] }),
    })
  }

  return {
    finish: (todo: Todo) => void finish(todo),
    restore: (todo: Todo) => void restore(todo),
    /** @param isGone  the list does not show it any more: it may be done */
    snooze: (todo: Todo, until: Date, isGone = false) => void snooze(todo, until, isGone),
    wake: (todo: Todo) => void wake(todo),
    finishAll: (input: TodosInput) => void finishAll(input),
  }
}

/** @returns whether it was done */
async function restoreIfDone(todoId: number): Promise<boolean> {
  try {
    await call(restoreTodo, { todoId })
    return true
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return false
    throw error
  }
}

export type TodoChanges = ReturnType<typeof useTodoChanges>
