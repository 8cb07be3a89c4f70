import type { todosPage } from '#contract/feeds/todos.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'

/** The input of the list. */
export type TodosInput = InputOf<typeof todosPage>
export type TodosData = ReplyOf<typeof todosPage>
export type Todo = TodosData['todos'][number]
export type TodosState = NonNullable<TodosInput['state']>
