import { feedTitles } from '#contract/feeds/page-titles.ts'
import { todosPage } from '#contract/feeds/todos.ts'
import { readListWords } from '#contract/plan/lists/list-words.ts'
import type { Slice } from '#server/slice.ts'
import { todosAnswers } from './answers.ts'
import { todosFields } from './fields.ts'
import { finishOn } from './finish.ts'
import { markTodo } from './mark.ts'
import { wakeTodos } from './snooze.ts'
import './events.ts'
import { todosFollowers } from './follow.ts'
import { todosMutations } from './mutations.ts'
import { todoQuickActions } from './quick-actions.ts'
import { todoSubscriptions } from './subscriptions.ts'

export const todos: Slice = {
  name: 'todos',
  answers: todosAnswers,
  fields: () => {
    todosMutations(todosFields())
    todoSubscriptions()
  },
  pages: [
    {
      name: 'todos',
      address: '/dashboard/todos',
      operation: todosPage,
      title: feedTitles.todos,
      readWords: readListWords,
      module: 'feeds/todos/TodosPage.tsx',
    },
  ],
  followers: todosFollowers,
  plugs: { quickActions: todoQuickActions, ownTodos: { mark: markTodo, finish: finishOn } },
  timedJobs: [{ name: 'wake_todos', pattern: '* * * * *', run: wakeTodos }],
}
