import type { Slice } from '#server/slice.ts'
import { todosAnswers } from './answers.ts'
import './events.ts'
import { todosFollowers } from './follow.ts'
import { todoQuickActions } from './quick-actions.ts'

export const todos: Slice = {
  name: 'todos',
  answers: todosAnswers,
  followers: todosFollowers,
  plugs: { quickActions: todoQuickActions },
}
